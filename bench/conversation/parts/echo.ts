/**
 * Echo: the agent's own voice comes back from the customer's phone, and nothing of it is recognised. An answer must not be
 * cut by it, and a customer who says "wait" over it must be heard. The halves are two voices with other sentences.
 */
import { FRAME_MS } from '../../../media/audio/frames.js';
import { atLevel } from '../../../media/rehearsal/level.js';
import { briefFor } from '../call/brief.js';
import { say, wordsFrom } from '../call/caller.js';
import { stoppedAt } from '../call/carrier.js';
import { type EarsKind, loadSilero } from '../call/ears.js';
import type { LineConditions } from '../call/line.js';
import { startCall, type VirtualCall } from '../call/virtual-call.js';
import { fliteVoice, timedFlite } from '../call/voices.js';
import { type ByHalf, count, failuresOf, figure, only, type Part, quantile, thinned } from '../figures.js';

const LEVELS_DB = [-15, -20, -25, -30, -35] as const;
const DELAYS_MS = [60, 120, 200, 300, 400] as const;
const NOISES_DBFS = [-60, -50] as const;
const AGENT_DBFS = -18;
const CALLER_DBFS = -20;
const TIMES = { partialMs: 120, finalMs: 300, endOfUtterance: true } as const;
/** When the answer begins, at the latest, and when the customer says "wait" over it, ms. */
const WAIT_AT_MS = 5_000;
const WAIT_PARTIAL_MS = 150;
/** Speech that stays away for this long has stopped, ms. */
const STOPPED_MS = 300;
const LONGEST_MS = 40_000;

const VOICES = {
  open: {
    voice: 'slt',
    answer:
      'We have two tables left for this evening, one by the window and one in the garden. ' +
      'The kitchen is open until ten, and you can park behind the house.',
  },
  heldOut: {
    voice: 'awb',
    answer:
      'Your parcel left our warehouse in the morning and will be with you before noon tomorrow. ' +
      'The driver rings you half an hour before, so that somebody can open the door.',
  },
} as const;

interface Speaker {
  readonly voice: string;
  readonly answer: string;
}

/** The outcome of an answer on a line with echo. */
interface Echoed {
  readonly id: string;
  /** How often the answer was cut. */
  readonly cuts: number;
  /** From the beginning of "wait" until the agent was silent, ms; null: it did not stop. */
  readonly stopMs: number | null;
}

const CONDITIONS: readonly LineConditions[] = NOISES_DBFS.flatMap((noiseDbfs) =>
  LEVELS_DB.flatMap((dB) => DELAYS_MS.map((delayMs) => ({ noiseDbfs, echo: { dB, delayMs } }))),
);

const startAnswer = ({ voice, answer }: Speaker, line: LineConditions, ears: EarsKind): VirtualCall => {
  const call = startCall(briefFor({ language: 'en' }), {
    voice: fliteVoice(voice, AGENT_DBFS),
    voiceFirstMs: 100,
    model: (request) => (request === 0 ? { text: answer, firstMs: 300, tokenMs: 15 } : null),
    line,
    ears,
  });
  say(call, wordsFrom('hello', 'en', 2_000), TIMES);
  return call;
};

/** Silence inside an answer that counts as a cut, ms. A voice that is lowered goes on. */
const CUT_MS = 150;

/** Cuts of an answer without an interruption. */
export const countCuts = (speaker: Speaker, line: LineConditions, ears: EarsKind): number => {
  const call = startAnswer(speaker, line, ears);
  call.runUntil(() => call.turns().some(({ turn }) => turn.speaker === 'assistant'), LONGEST_MS);
  const times = call.played().flatMap(({ atMs, utterance }) => (utterance === null ? [] : [atMs]));
  call.close();
  return times.filter((atMs, index) => index > 0 && atMs - (times[index - 1] ?? atMs) > CUT_MS + FRAME_MS)
    .length;
};

/** How long the agent speaks on when the customer says "wait" over the echo, ms; null: it does not stop. */
const stopAfter = (speaker: Speaker, line: LineConditions, ears: EarsKind): number | null => {
  const call = startAnswer(speaker, line, ears);
  const wait = timedFlite().speak('rms', 'wait');
  const [first] = wait.phones;
  // The first phone begins where the pause before it ends.
  const onsetMs = Math.max(0, (first?.endMs ?? 0) - 60);
  const pcm = atLevel(wait.pcm.subarray(onsetMs * 8), CALLER_DBFS);
  call.sound(pcm, WAIT_AT_MS);
  const endMs = WAIT_AT_MS + Math.round((wait.phones.at(-1)?.endMs ?? 0) - onsetMs);
  const heard = { text: 'wait', startMs: WAIT_AT_MS, endMs };
  call.at(endMs + WAIT_PARTIAL_MS, () =>
    call.feed({ type: 'recognised', event: { type: 'partial', ...heard } }),
  );
  call.at(endMs + TIMES.finalMs, () =>
    call.feed({
      type: 'recognised',
      event: { type: 'final', ...heard, confidence: 1, endOfUtterance: true },
    }),
  );
  const untilMs = WAIT_AT_MS + 2_500;
  call.run(untilMs);
  call.close();
  // An answer that the echo has cut before is silent already: the stop is not the customer's.
  const stopped = stoppedAt(call.played(), WAIT_AT_MS, untilMs, STOPPED_MS);
  return stopped === null ? null : stopped - WAIT_AT_MS;
};

const measure = (share: number): ByHalf<Echoed> => {
  const ears = loadSilero();
  const ofHalf = (speaker: Speaker): readonly Echoed[] =>
    thinned(CONDITIONS, share).map((line) => ({
      id: `echo ${line.echo?.dB} dB after ${line.echo?.delayMs} ms, noise ${line.noiseDbfs} dBFS`,
      cuts: countCuts(speaker, line, ears),
      stopMs: stopAfter(speaker, line, ears),
    }));
  return { open: ofHalf(VOICES.open), heldOut: ofHalf(VOICES.heldOut) };
};

export const echo: Part = {
  name: 'echo',
  title: "The agent's voice back from the customer's phone, -15 to -35 dB, 60 to 400 ms later",
  run: (share) => {
    const results = measure(share);
    const stopped = only(results, ({ stopMs }) => stopMs !== null);
    return {
      figures: [
        figure(
          'answers cut',
          '',
          { atMost: 0 },
          results,
          count(({ cuts }) => cuts > 0),
        ),
        figure(
          'cuts in an answer, p95',
          '',
          null,
          results,
          quantile(0.95, ({ cuts }) => cuts),
        ),
        figure(
          '"wait" over the echo: not stopped',
          '',
          { atMost: 0 },
          results,
          count(({ stopMs }) => stopMs === null),
        ),
        figure(
          '"wait" over the echo: until silent, max',
          'ms',
          { atMost: 600 },
          stopped,
          quantile(1, ({ stopMs }) => stopMs),
        ),
      ],
      failures: failuresOf(results, ({ cuts, stopMs }) => {
        if (cuts > 0) return `cut ${cuts} times`;
        if (stopMs === null) return 'did not stop';
        return stopMs > 600 ? `stopped after ${stopMs} ms` : null;
      }),
    };
  },
};
