/**
 * A carrier that keeps its own account: it plays in real time, echoes marks when what lies before them was played
 * (late, twice, or not at all), and gives the marks of cleared audio back at once, as Twilio does. What was truly
 * played is known from its schedule, not from what the session believes.
 */
import { FRAME_MS } from '../../media/frames.js';

export interface LineRules {
  /** From the session to where it is played, ms. */
  readonly outMs: number;
  /** From where it was played back to the session, ms. */
  readonly backMs: number;
  readonly echo: 'once' | 'twice' | 'never';
  /** Marks of cleared audio come back at once though their audio was not played. */
  readonly echoCleared: boolean;
}

/** A frame as the carrier has it. */
export interface SentFrame {
  readonly stream: number;
  readonly utterance: string | null;
  /** Number of the step that sent it. */
  readonly step: number;
  readonly sentAt: number;
  /** When it would begin to play. */
  readonly startAt: number;
  readonly payload: Uint8Array;
  /** From here on nothing of it plays (cleared, or its stream is gone). */
  cutAt: number;
  /** The session knows since this step, and this time, that it was cut. */
  cutStep: number;
  cutKnownAt: number;
}

export interface SentMark {
  readonly stream: number;
  readonly utterance: string;
  readonly name: string;
  readonly sentAt: number;
  /** How many frames of the whole line lie before it. */
  readonly frames: number;
  /** Its echo proves that what lay before it was played. */
  truthful: boolean;
  /** The step in which its first echo reached the session, and when. */
  deliveredStep: number;
  deliveredAt: number;
  cutAt: number;
}

export interface Line {
  readonly frames: readonly SentFrame[];
  readonly marks: readonly SentMark[];
  /** A new stream begins. */
  open(atMs: number): void;
  audio(atMs: number, step: number, payload: Uint8Array, utterance: string | null): void;
  mark(atMs: number, name: string): void;
  clear(atMs: number, step: number): void;
  /** The stream plays nothing more from `atMs` on; the session may not know it yet. */
  vanish(atMs: number): void;
  /** The stream is gone, and the session knows it. */
  close(atMs: number, step: number): void;
  /** Keeps echoes back until `untilMs`; `lost`: what would have come until then never comes. */
  holdEchoes(untilMs: number, lost: boolean): void;
  /** How much of a frame was played, ms. */
  playedMs(frame: SentFrame): number;
}

const NEVER = Number.POSITIVE_INFINITY;

export interface LineDeps {
  /** Has `act` called at that time. */
  readonly at: (atMs: number, act: () => void) => void;
  /** An echo reaches the session. */
  readonly deliver: (mark: SentMark) => void;
}

export const createLine = (rules: LineRules, deps: LineDeps): Line => {
  const frames: SentFrame[] = [];
  const marks: SentMark[] = [];
  let stream = 0;
  /** First frame and mark that no cut has met yet. */
  let openFrames = 0;
  let openMarks = 0;
  let endsAt = 0;
  let goneAt = NEVER;
  let heldUntil = 0;
  let heldLost = false;
  let lastEcho = 0;
  /** Not played up to here yet. */
  let ahead: { readonly mark: SentMark; readonly reachedAt: number }[] = [];

  const send = (mark: SentMark, fromMs: number): void => {
    let atMs = Math.max(lastEcho, fromMs + rules.backMs);
    if (atMs < heldUntil) {
      if (heldLost) return;
      atMs = heldUntil;
    }
    lastEcho = atMs;
    const deliver = (): void => {
      if (mark.stream === stream && goneAt === NEVER) deps.deliver(mark);
    };
    for (let time = 0; time < (rules.echo === 'twice' ? 2 : 1); time += 1) deps.at(atMs, deliver);
  };

  const plan = (mark: SentMark, reachedAt: number): void => {
    if (rules.echo === 'never' || goneAt !== NEVER) return;
    const waiting = { mark, reachedAt };
    ahead.push(waiting);
    deps.at(reachedAt, () => {
      if (!ahead.includes(waiting)) return;
      ahead = ahead.filter((one) => one !== waiting);
      send(mark, reachedAt);
    });
  };

  /** What would play at `playMs` or later does not; the session knows since `knownMs`. */
  const cut = (playMs: number, knownMs: number, step: number): void => {
    for (const frame of frames.slice(openFrames)) {
      frame.cutAt = Math.min(frame.cutAt, playMs);
      frame.cutStep = step;
      frame.cutKnownAt = knownMs;
    }
    for (const mark of marks.slice(openMarks)) mark.cutAt = knownMs;
    openFrames = frames.length;
    openMarks = marks.length;
  };

  return {
    frames,
    marks,
    open: (atMs) => {
      stream += 1;
      endsAt = atMs;
      goneAt = NEVER;
      lastEcho = atMs;
      ahead = [];
    },
    audio: (atMs, step, payload, utterance) => {
      const startAt = Math.max(endsAt, atMs + rules.outMs);
      endsAt = startAt + FRAME_MS;
      frames.push({
        stream,
        utterance,
        step,
        sentAt: atMs,
        startAt,
        payload,
        cutAt: goneAt,
        cutStep: NEVER,
        cutKnownAt: NEVER,
      });
    },
    mark: (atMs, name) => {
      const mark: SentMark = {
        stream,
        utterance: name.split(':')[0] ?? '',
        name,
        sentAt: atMs,
        frames: frames.length,
        truthful: true,
        deliveredStep: NEVER,
        deliveredAt: NEVER,
        cutAt: NEVER,
      };
      marks.push(mark);
      plan(mark, Math.max(endsAt, atMs + rules.outMs));
    },
    clear: (atMs, step) => {
      const clearedAt = atMs + rules.outMs;
      cut(clearedAt, atMs, step);
      endsAt = Math.min(endsAt, clearedAt);
      const dropped = ahead.filter((one) => one.reachedAt > clearedAt);
      ahead = ahead.filter((one) => one.reachedAt <= clearedAt);
      for (const { mark } of dropped) mark.truthful = false;
      if (!rules.echoCleared) return;
      deps.at(clearedAt, () => {
        for (const { mark } of dropped) if (mark.stream === stream && goneAt === NEVER) send(mark, clearedAt);
      });
    },
    vanish: (atMs) => {
      goneAt = Math.min(goneAt, atMs);
      ahead = [];
      for (const frame of frames.slice(openFrames)) frame.cutAt = Math.min(frame.cutAt, atMs);
    },
    close: (atMs, step) => {
      goneAt = Math.min(goneAt, atMs);
      ahead = [];
      cut(goneAt, atMs, step);
    },
    holdEchoes: (untilMs, lost) => {
      heldUntil = untilMs;
      heldLost = lost;
    },
    playedMs: (frame) => Math.max(0, Math.min(FRAME_MS, frame.cutAt - frame.startAt)),
  };
};
