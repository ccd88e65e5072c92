/** A synthesiser that speaks by plans, in rotation. Its audio encodes its words. */
import type { WordTiming } from '../../../../providers/speech/synthesiser.js';
import type { SynthesisRequest } from './account.js';
import { lengthOf } from './agent-words.js';
import { NEVER } from './moments.js';
import { silenceOf, soundOf } from './spoken-code.js';
import type { Stage } from './stage.js';
import type { SpeechPlan } from './world.js';

/** The synthesiser of one call. */
export interface SimulatedSynthesiser {
  synthesise(utterance: string, text: string): void;
  cancel(utterance: string): void;
}

/** Silence of a timed voice before its first word, and after its last one, ms. */
const LEAD_MS = 40;
const TAIL_MS = 50;

interface Sounding {
  readonly audio: Buffer;
  readonly timings: readonly WordTiming[];
}

/** The whole sound of a text. Notes its words. */
const soundingOf = ({ notes }: Stage, plan: SpeechPlan, request: SynthesisRequest): Sounding => {
  const pieces: Uint8Array[] = plan.timed ? [silenceOf(LEAD_MS)] : [];
  const timings: WordTiming[] = [];
  let lengthMs = plan.timed ? LEAD_MS : 0;
  for (const [index, word] of request.text
    .split(/\s+/)
    .filter((piece) => piece !== '')
    .entries()) {
    // A voice speaks neither by a rule nor evenly.
    const wordMs = Math.round(plan.wordMs * lengthOf(word) * (0.88 + (index % 3) * 0.12));
    notes.words.push({ text: word, lengthMs: wordMs, request });
    pieces.push(soundOf(notes.words.length - 1, wordMs));
    timings.push({ word, startMs: lengthMs, endMs: lengthMs + wordMs });
    lengthMs += wordMs;
  }
  if (plan.timed) pieces.push(silenceOf(TAIL_MS));
  return { audio: Buffer.concat(pieces), timings };
};

/** The number of chunks that arrive, at most. */
const chunksOf = ({ fault, after }: SpeechPlan): number =>
  fault === 'empty' ? 0 : fault === 'none' ? NEVER : after;

/** `plans` are used in rotation. */
export const createSynthesiser = (stage: Stage, plans: readonly SpeechPlan[]): SimulatedSynthesiser => {
  const speaking = new Map<string, SynthesisRequest>();
  let requestCount = 0;
  return {
    synthesise: (utterance, text) => {
      const plan = plans[requestCount % plans.length];
      if (plan === undefined) return;
      requestCount += 1;
      const request: SynthesisRequest = {
        utterance,
        text,
        step: stage.step(),
        timed: plan.timed,
        doneStep: NEVER,
      };
      speaking.set(utterance, request);
      const { audio, timings } = soundingOf(stage, plan, request);
      let atMs = stage.now() + plan.firstMs;
      /** Schedules `act` at `atMs`; it happens if the text is still wanted then, or if cancellation is ignored. */
      const then = (act: () => void): void =>
        stage.at(atMs, () => {
          const current = speaking.get(utterance);
          const isWanted = current === request || (plan.deaf && current === undefined);
          if (isWanted && stage.closedStep() === NEVER) act();
        });
      let fromMs = 0;
      for (let count = 0; count < chunksOf(plan) && fromMs * 8 < audio.length; count += 1) {
        const [from, to] = [fromMs, fromMs + plan.chunkMs];
        const payload = new Uint8Array(audio.subarray(from * 8, to * 8));
        const begun = timings.filter(({ startMs }) => startMs >= from && startMs < to);
        const words = plan.timed ? begun : [];
        then(() => stage.feed({ type: 'speech_audio', utterance, payload, words }));
        fromMs = to;
        atMs += plan.gapMs;
      }
      const isWhole = plan.fault === 'none';
      if (plan.fault === 'fails') then(() => stage.feed({ type: 'speech_failed', utterance }));
      if (isWhole || plan.fault === 'empty')
        then(() => {
          if (request.doneStep === NEVER && speaking.get(utterance) === request && isWhole)
            request.doneStep = stage.step() + 1;
          stage.feed({ type: 'speech_done', utterance });
        });
    },
    cancel: (utterance) => void speaking.delete(utterance),
  };
};
