/** How long the customer waited for the agent in silence, by the audio that was really sent to the carrier. */
import { decodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import type { Account } from './account.js';

/** A period in which a reply was due and nothing was sent, ms. */
interface DeadAir {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Quieter frames are silence. */
const SOUND = 200;

/** Inputs about the state of the line. */
const LINE: ReadonlySet<string> = new Set(['connected', 'disconnected']);

const isSound = (mulaw: Uint8Array): boolean => decodeMulaw(mulaw).some((sample) => Math.abs(sample) > SOUND);

/**
 * The periods from a request to the model until the agent was heard, was cut off, hung up, or had nothing to say.
 * Periods in which the customer makes a sound, or the line changes, are left out: the customer does not wait in silence
 * then.
 */
export const deadAir = ({
  requests,
  line,
  cuts,
  hangUps,
  inputs,
  words,
  tools,
}: Account): readonly DeadAir[] =>
  requests.flatMap(({ atMs: fromMs, step: fromStep, receivedAt, receivedStep }) => {
    const latest = inputs.findLast(({ input, atMs }) => atMs <= fromMs && LINE.has(input.type));
    if (latest?.input.type !== 'connected') return [];
    const later = (atMs: number): boolean => atMs >= fromMs;
    /** The input at index n is step n + 1. Early output of a model counts in the step in which it is used. */
    const isMute = (input: number): boolean => {
      const taken = Math.max(input + 1, fromStep);
      return (
        !tools.some(({ step, what }) => what === 'used' && step === taken) &&
        !words.some(
          ({ text, request }) =>
            text.startsWith('reply') && request.step >= receivedStep && request.step <= taken,
        )
      );
    };
    const ends = [
      ...line.frames.filter(({ utterance }) => utterance !== null).map(({ sentAt }) => sentAt),
      ...[...cuts, ...hangUps].map(({ atMs }) => atMs),
      ...inputs
        .filter(
          ({ input, atMs }, index) => input.type === 'model_done' && atMs >= receivedAt && isMute(index),
        )
        .map(({ atMs }) => Math.max(fromMs, atMs)),
      inputs.at(-1)?.atMs ?? fromMs,
    ].filter(later);
    const toMs = Math.min(...ends);
    const isDisturbed = inputs.some(
      ({ input, atMs }) =>
        later(atMs) &&
        atMs <= toMs &&
        (input.type === 'connected' ||
          input.type === 'disconnected' ||
          input.type === 'closing' ||
          (input.type === 'audio' && isSound(input.payload))),
    );
    return isDisturbed ? [] : [{ fromMs, toMs }];
  });
