/**
 * A call in virtual time: the product's media session between a carrier, a model, a voice and a line, all simulated. The
 * session is driven from outside only, by its inputs, and judged by its outputs.
 */
import type { Turn } from '../../../actors/call/events.js';
import { FRAME_MS } from '../../../media/audio/frames.js';
import { createMediaSession } from '../../../media/session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../../../media/session/io.js';
import { spokenRequest } from '../../../media/speech/spoken-request.js';
import { createCarrier, type PlayedFrame } from './carrier.js';
import { type EarsKind, trustingEars } from './ears.js';
import { createLine, type LineConditions } from './line.js';
import { createProviders, type ProviderParties } from './providers.js';

/** From when a mark was reached until its echo arrives, ms. */
const MARK_MS = 40;
/** From a sound's decision until the session has it, ms. */
const VERDICT_MS = 20;
export interface CallParties extends ProviderParties {
  readonly line?: LineConditions;
  readonly ears?: EarsKind;
}

interface TimedOutput {
  readonly atMs: number;
  readonly output: SessionOutput;
}

interface TimedTurn {
  readonly atMs: number;
  readonly turn: Turn;
}

export interface VirtualCall {
  now(): number;
  /** Carries out `act` at `atMs`, or at the next moment if that has passed. */
  at(atMs: number, act: () => void): void;
  /** Feeds an input now. */
  feed(input: SessionInput): void;
  /** Adds a sound of the customer's side. */
  sound(pcm: Int16Array, atMs: number): void;
  /** Advances time; stops early once the session has hung up. */
  run(untilMs: number): void;
  /** Advances time until `isDone`, at most until `latestMs`. */
  runUntil(isDone: () => boolean, latestMs: number): void;
  /** Ends the session: its transcript is complete from then on. */
  close(): void;
  /** Except recordings and audio for recognisers. */
  readonly outputs: readonly TimedOutput[];
  played(): readonly PlayedFrame[];
  /** Of the transcript, with the time at which they were recorded. */
  turns(): readonly TimedTurn[];
  /** Texts that the voice was given, by utterance, in order. */
  spoken(): ReadonlyMap<string, string>;
  /** The agent's texts for them, by utterance, in order. */
  written(): ReadonlyMap<string, string>;
  /** When a reply was requested, early ones not counted. */
  replies(): readonly number[];
  /** When the session hung up, and why; null: it did not. */
  hungUp(): { readonly atMs: number; readonly reason: string } | null;
}

/** What the voice is given for a text, as the driver requests it (media/driver/provider-requests.ts). */
const spokenTextOf = ({ language, pronunciations = [] }: SessionBrief, text: string): string =>
  spokenRequest({ voiceId: '', language, pronunciations }, text).request.text;

export const startCall = (brief: SessionBrief, parties: CallParties): VirtualCall => {
  const session = createMediaSession(brief);
  const carrier = createCarrier();
  const line = createLine(parties.line ?? {});
  const outputs: TimedOutput[] = [];
  const turns: TimedTurn[] = [];
  const schedule = createSchedule();
  let now = 0;
  let frames = 0;
  let hungUp: { readonly atMs: number; readonly reason: string } | null = null;

  const at = (atMs: number, act: () => void): void => schedule.add(Math.max(now, atMs), act);
  const ears = (parties.ears ?? trustingEars)((sound, speech) =>
    at(now + VERDICT_MS, () => feed({ type: 'voice', sound, speech })),
  );

  const providers = createProviders(
    parties,
    (inMs, act) => at(now + inMs, act),
    (input) => feed(input),
  );

  const feed = (input: SessionInput): void => {
    for (const output of session.step(input, now)) {
      if (output.type === 'record' || output.type === 'recognise') continue;
      outputs.push({ atMs: now, output });
      carryOut(output);
    }
  };

  const carryOut = (output: SessionOutput): void => {
    switch (output.type) {
      case 'send_audio':
        return carrier.frame(output.payload, output.utterance);
      case 'send_mark':
        return carrier.mark(output.name);
      case 'send_clear':
        return carrier.clear();
      case 'confirm_voice':
        return ears.show(output.sound, output.payload);
      case 'voice_over':
        return ears.end(output.sound);
      case 'synthesise':
        return providers.speak(output.utterance, output.text, spokenTextOf(brief, output.text));
      case 'respond':
        return providers.reply(output.generation, output.messages);
      case 'cancel_synthesis':
        return providers.cancel(output.utterance);
      case 'cancel_response':
        return providers.cancel(String(output.generation));
      case 'command':
        if (output.command.type === 'record_turn') turns.push({ atMs: now, turn: output.command.turn });
        if (output.command.type === 'hang_up') hungUp ??= { atMs: now, reason: output.command.reason };
    }
  };

  const nextFrame = (): void => {
    frames += 1;
    feed({ type: 'audio', timestampMs: (frames - 1) * FRAME_MS, payload: line.frame(now) });
    feed({ type: 'tick', dueMs: now });
    const { marks, frame } = carrier.play(now);
    for (const name of marks) at(now + MARK_MS, () => feed({ type: 'mark', name }));
    if (frame !== null) line.hears(frame.payload, now);
  };

  const run = (untilMs: number): void => {
    while (now < untilMs && hungUp === null) {
      const frameAt = (frames + 1) * FRAME_MS;
      for (let next = schedule.next(frameAt); next !== null; next = schedule.next(frameAt)) {
        now = next.atMs;
        next.act();
      }
      now = frameAt;
      nextFrame();
    }
  };

  feed({ type: 'connected' });
  return {
    now: () => now,
    at,
    feed,
    sound: line.add,
    run,
    runUntil: (isDone, latestMs) => {
      while (!isDone() && now < latestMs && hungUp === null) run(now + FRAME_MS);
    },
    close: () => {
      feed({ type: 'closed' });
      ears.close();
    },
    outputs,
    played: carrier.played,
    turns: () => turns,
    spoken: providers.spoken,
    written: providers.written,
    replies: () => repliesIn(outputs),
    hungUp: () => hungUp,
  };
};

const repliesIn = (outputs: readonly TimedOutput[]): readonly number[] =>
  outputs.flatMap(({ atMs, output }) =>
    (output.type === 'respond' && output.early !== true) ||
    (output.type === 'preemptive' && output.what === 'used')
      ? [atMs]
      : [],
  );

interface Scheduled {
  readonly atMs: number;
  readonly act: () => void;
}

/** What is due, in order of time, and at the same time in the order in which it was added. */
const createSchedule = () => {
  const due: Scheduled[] = [];
  return {
    add: (atMs: number, act: () => void): void => {
      const later = due.findIndex((entry) => entry.atMs > atMs);
      due.splice(later === -1 ? due.length : later, 0, { atMs, act });
    },
    /** The first of what is due by `atMs`; null: nothing is. */
    next: (atMs: number): Scheduled | null => {
      const [first] = due;
      return first !== undefined && first.atMs <= atMs ? (due.shift() ?? null) : null;
    },
  };
};
