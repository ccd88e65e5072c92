/**
 * Backchannels and interruptions: the caller makes a sound in the middle of the agent's statement, or answers its question
 * while the last word still sounds.
 */
import { briefFor } from '../call/brief.js';
import { say, wordsFrom } from '../call/caller.js';
import { longestGap, stoppedAt } from '../call/carrier.js';
import { startCall, type VirtualCall } from '../call/virtual-call.js';
import { steadyVoice } from '../call/voices.js';
import { readBackchannels } from '../corpora.js';
import { count, failuresOf, figure, only, overHalves, type Part, quantile } from '../figures.js';

type Backchannel = ReturnType<typeof readBackchannels>[number];

const TIMES = { partialMs: 150, finalMs: 400, endOfUtterance: true } as const;
const HELLO_TIMES = { partialMs: null, finalMs: 200, endOfUtterance: true } as const;
const STATEMENT =
  'we have moved your appointment to the new building near the station and you will find the entrance on the left side ' +
  'behind the small garden where someone will be waiting for you at the door from nine until noon on that day';
const SOUND_AT_MS = 4_000;
/** Most silence in a statement that goes on, ms. */
const GAP_MS = 150;
/** The agent must be silent this soon after the first partial result, ms. */
const STOP_MS = 300;
const STOPPED_MS = 300;
const WATCHED_MS = 5_000;
const LONGEST_MS = 60_000;
/** The answer begins this long before the question has been played, ms. */
const OVERLAP_MS = 200;

/** The outcome of a case. */
interface Reaction {
  readonly id: string;
  readonly expected: Backchannel['expected'];
  /** Longest silence in the statement after the sound began, ms. */
  readonly gapMs: number;
  /** From the first partial result until the agent was silent, ms; null: it did not stop. */
  readonly stopMs: number | null;
  /** Whether a reply to the words was requested. A line of the transcript alone is no turn. */
  readonly isAnswered: boolean;
}

/** The words with their times: all together as long as the sound. */
const soundedWords = ({ text, language, soundMs }: Backchannel, atMs: number) => {
  const words = wordsFrom(text, language, 0);
  const scale = soundMs / (words.at(-1)?.endMs ?? soundMs);
  return words.map((word) => ({
    ...word,
    startMs: Math.round(atMs + word.startMs * scale),
    endMs: Math.round(atMs + word.endMs * scale),
  }));
};

const startSpeaking = ({ language, asked }: Backchannel, start: typeof startCall): VirtualCall => {
  const call = start(briefFor({ language }), {
    voice: steadyVoice,
    voiceFirstMs: 100,
    model: (request) =>
      request === 0 ? { text: asked ?? `${STATEMENT}.`, firstMs: 300, tokenMs: 15 } : null,
  });
  say(call, wordsFrom('hello', 'en', 200), HELLO_TIMES);
  return call;
};

/** Plays a case. `start` is another one in tests of the judgement. */
export const judgeReaction = (entry: Backchannel, start: typeof startCall = startCall): Reaction => {
  const call = startSpeaking(entry, start);
  const atMs = entry.asked === null ? SOUND_AT_MS : questionEnd(entry, start) - OVERLAP_MS;
  call.run(atMs - 20);
  const words = soundedWords(entry, atMs);
  say(call, words, TIMES, entry.text);
  const untilMs = atMs + WATCHED_MS;
  call.run(untilMs);
  call.close();
  const partialAt = (words[0]?.endMs ?? atMs) + TIMES.partialMs;
  const stopped = stoppedAt(call.played(), atMs, untilMs, STOPPED_MS);
  return {
    id: entry.id,
    expected: entry.expected,
    gapMs: longestGap(call.played(), atMs, untilMs),
    stopMs: stopped === null ? null : Math.max(0, stopped - partialAt),
    isAnswered: call.replies().some((repliedAt) => repliedAt >= atMs),
  };
};

/** When the question of an answer has been played, if no one speaks. */
const questionEnd = (entry: Backchannel, start: typeof startCall): number => {
  const call = startSpeaking(entry, start);
  call.runUntil(() => call.turns().some(({ turn }) => turn.speaker === 'assistant'), LONGEST_MS);
  call.close();
  return (
    (call.played().findLast(({ utterance }) => utterance === [...call.spoken().keys()][0])?.atMs ?? 0) + 20
  );
};

/** What is wrong with a reaction; null: nothing. */
const whatIsWrong = ({ expected, gapMs, stopMs, isAnswered }: Reaction): string | null => {
  switch (expected) {
    case 'goes_on':
      if (isAnswered) return 'became a turn';
      return gapMs > GAP_MS ? `silent for ${gapMs} ms` : null;
    case 'stops':
      if (stopMs === null) return 'did not stop';
      if (!isAnswered) return 'did not become a turn';
      return stopMs > STOP_MS ? `stopped after ${stopMs} ms` : null;
    case 'answers':
      return isAnswered ? null : 'was not answered';
  }
};

export const backchannels: Part = {
  name: 'backchannels',
  title: 'Backchannels, interruptions, and short answers',
  run: (share) => {
    const results = overHalves(readBackchannels(), share, (entry) => judgeReaction(entry));
    const goesOn = only(results, ({ expected }) => expected === 'goes_on');
    const stops = only(results, ({ expected }) => expected === 'stops');
    const answers = only(results, ({ expected }) => expected === 'answers');
    const none = { atMost: 0 };
    return {
      figures: [
        figure(
          `backchannels: gap over ${GAP_MS} ms`,
          '',
          none,
          goesOn,
          count(({ gapMs }) => gapMs > GAP_MS),
        ),
        figure(
          'backchannels: became a turn',
          '',
          none,
          goesOn,
          count(({ isAnswered }) => isAnswered),
        ),
        figure(
          'interruptions: did not stop',
          '',
          none,
          stops,
          count(({ stopMs }) => stopMs === null),
        ),
        figure(
          'interruptions: silent after the partial result, max',
          'ms',
          { atMost: STOP_MS },
          only(stops, ({ stopMs }) => stopMs !== null),
          quantile(1, ({ stopMs }) => stopMs),
        ),
        figure(
          'interruptions: did not become a turn',
          '',
          none,
          stops,
          count(({ isAnswered }) => !isAnswered),
        ),
        figure(
          'answers: not answered',
          '',
          none,
          answers,
          count(({ isAnswered }) => !isAnswered),
        ),
      ],
      failures: failuresOf(results, whatIsWrong),
    };
  },
};
