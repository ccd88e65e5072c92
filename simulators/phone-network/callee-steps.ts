/** Executes a callee's steps: each when its conditions hold, and not while the callee is still speaking. */
import type { MediaStream } from './audio/media-stream.js';
import type { CalleeScript, Step } from './callee.js';
import type { CalleeVoice } from './callee-voice.js';

const FRAME_BYTES = 160;
/** Silence on the new stream before an interrupted sentence is repeated, ms. */
const REPEAT_AFTER_MS = 1_000;

type Rubbish = Extract<Step['do'], { readonly type: 'rubbish' }>['kind'];

export interface CalleeStepsOptions {
  readonly script: Pick<CalleeScript, 'steps'>;
  readonly voice: CalleeVoice;
  /** ms since the call was answered. */
  readonly callClock: () => number;
  readonly hangUp: () => void;
}

export interface CalleeSteps {
  /** Appends steps to those that are still to be done. */
  add(more: readonly Step[]): void;
  /** A stream has opened: restarts the measurement of silence. */
  lineOpened(): void;
  /** Called every 20 ms: executes the next step on the open stream if it is due. */
  tick(stream: MediaStream): void;
}

/** The steps of one call, across all of its streams. */
export const createCalleeSteps = ({ script, voice, callClock, hangUp }: CalleeStepsOptions): CalleeSteps => {
  let steps: readonly Step[] = script.steps;
  /** When the other side began to speak since the previous step, on the call's clock, ms. */
  let heardAt: number | null = null;
  let silentSince: number | null = null;

  const isDue = ({ atMs, afterSilenceMs, afterHearingMs }: Step, now: number): boolean => {
    if (atMs !== undefined && now < atMs) return false;
    if (
      afterSilenceMs !== undefined &&
      !(heardAt !== null && silentSince !== null && now - silentSince >= afterSilenceMs)
    )
      return false;
    return afterHearingMs === undefined || (heardAt !== null && now - heardAt >= afterHearingMs);
  };

  const carryOut = ({ do: action }: Step, stream: MediaStream): void => {
    switch (action.type) {
      case 'say':
        voice.say(Buffer.from(action.audio, 'base64'), action.text ?? '');
        return;
      case 'dtmf':
        stream.dtmf(action.digit);
        return;
      case 'hang_up':
        hangUp();
        return;
      case 'drop_socket':
        stream.drop();
        return;
      case 'rubbish':
        sendRubbish(action.kind, stream);
        return;
      default:
        throw new Error(`unknown step: ${JSON.stringify(action satisfies never)}`);
    }
  };

  return {
    add: (more) => {
      steps = [...steps, ...more];
    },
    lineOpened: () => {
      silentSince = null;
    },
    tick: (stream) => {
      const now = callClock();
      if (stream.hearing()) {
        heardAt ??= now;
        silentSince = null;
      } else silentSince ??= now;
      if (voice.wantsToRepeat()) {
        if (silentSince === null || now - silentSince < REPEAT_AFTER_MS) return;
        voice.repeat();
        // Anything heard before is not a reply to the repeated sentence.
        heardAt = null;
        silentSince = null;
        return;
      }
      const step = steps[0];
      if (step === undefined || voice.speaking() || !isDue(step, now)) return;
      steps = steps.slice(1);
      heardAt = null;
      silentSince = null;
      carryOut(step, stream);
    },
  };
};

const sendRubbish = (kind: Rubbish, stream: MediaStream): void => {
  const frame = Buffer.alloc(FRAME_BYTES, 0x7f);
  switch (kind) {
    case 'malformed':
      stream.raw('{"event":"media",');
      return;
    case 'binary':
      for (let count = 0; count < 200; count += 1) stream.raw(Buffer.alloc(4_096));
      return;
    case 'foreign_stream':
      stream.media(frame, { streamSid: 'MZ0000000000000000000000000000dead' });
      return;
    case 'unordered':
      for (const sequence of [9_000, 3, 8_999, 2]) stream.media(frame, { sequence });
      return;
    case 'flood':
      for (let count = 0; count < 5_000; count += 1) stream.media(frame);
      return;
    default:
      throw new Error(`unknown rubbish: ${JSON.stringify(kind satisfies never)}`);
  }
};
