/**
 * A carrier that keeps its own record. It plays in real time, echoes marks once the audio before them was played (late,
 * twice, or not at all), and returns the marks of cleared audio at once, as Twilio does. Its schedule shows what was
 * really played, independent of the view of the session.
 */
import { FRAME_MS } from '../../../../media/audio/frames.js';
import { NEVER } from './moments.js';

/** How a line carries audio and echoes. */
export interface LineRules {
  /** Delay from the session to the playback, ms. */
  readonly outMs: number;
  /** Delay from the playback back to the session, ms. */
  readonly backMs: number;
  readonly echo: 'once' | 'twice' | 'never';
  /** Whether marks of cleared audio come back at once, although their audio was not played. */
  readonly echoCleared: boolean;
}

/** A frame as the carrier received it. */
interface SentFrame {
  readonly stream: number;
  readonly utterance: string | null;
  /** Number of the step that sent it. */
  readonly step: number;
  readonly sentAt: number;
  /** When it would begin to play. */
  readonly startAt: number;
  readonly payload: Uint8Array;
  /** Nothing of it plays from this time on (it was cleared, or its stream is gone). */
  cutAt: number;
  /** The step, and the time, since which the session knows that it was cut. */
  cutStep: number;
  cutKnownAt: number;
}

/** A mark as the carrier received it. */
interface SentMark {
  readonly stream: number;
  readonly utterance: string;
  readonly name: string;
  readonly sentAt: number;
  /** Number of frames on the whole line before it. */
  readonly frames: number;
  /** Whether its echo proves that the audio before it was played. */
  truthful: boolean;
  /** The step in which, and the time at which, its first echo reached the session. */
  deliveredStep: number;
  deliveredAt: number;
  cutAt: number;
}

/** The carrier's end of one call, stream by stream. */
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
  /** Holds echoes back until `untilMs`; if `lost`, those due before that never arrive. */
  holdEchoes(untilMs: number, lost: boolean): void;
  /** How much of a frame was played, ms. */
  playedMs(frame: SentFrame): number;
}

/** Parts of the call that a line depends on. */
export interface LineDeps {
  /** Schedules `act` at that time. */
  readonly at: (atMs: number, act: () => void) => void;
  /** An echo reaches the session. */
  readonly deliver: (mark: SentMark) => void;
}

/** Echoes of marks, on their way to the session. */
interface Echoes {
  /** A new stream begins: pending echoes no longer count. */
  restart(atMs: number): void;
  /** Schedules the echo of a mark that the playback reaches at `reachedAt`. */
  plan(mark: SentMark, reachedAt: number): void;
  /** Drops, and returns, the marks that were not reached by then. */
  drop(atMs: number): readonly SentMark[];
  /** Echoes a mark that was reached, or cleared, at `fromMs`. */
  send(mark: SentMark, fromMs: number): void;
  hold(untilMs: number, lost: boolean): void;
}

/** `isUp`: whether the stream of the mark is still connected. */
const createEchoes = (rules: LineRules, deps: LineDeps, isUp: (mark: SentMark) => boolean): Echoes => {
  let heldUntil = 0;
  let heldLost = false;
  let lastEcho = 0;
  /** Marks that the playback has not reached yet. */
  let ahead: { readonly mark: SentMark; readonly reachedAt: number }[] = [];

  const send: Echoes['send'] = (mark, fromMs) => {
    let atMs = Math.max(lastEcho, fromMs + rules.backMs);
    if (atMs < heldUntil) {
      if (heldLost) return;
      atMs = heldUntil;
    }
    lastEcho = atMs;
    const deliver = (): void => {
      if (isUp(mark)) deps.deliver(mark);
    };
    for (let time = 0; time < (rules.echo === 'twice' ? 2 : 1); time += 1) deps.at(atMs, deliver);
  };

  return {
    restart: (atMs) => {
      lastEcho = atMs;
      ahead = [];
    },
    plan: (mark, reachedAt) => {
      if (rules.echo === 'never' || !isUp(mark)) return;
      const waiting = { mark, reachedAt };
      ahead.push(waiting);
      deps.at(reachedAt, () => {
        if (!ahead.includes(waiting)) return;
        ahead = ahead.filter((entry) => entry !== waiting);
        send(mark, reachedAt);
      });
    },
    drop: (atMs) => {
      const dropped = ahead.filter((planned) => planned.reachedAt > atMs);
      ahead = ahead.filter((planned) => planned.reachedAt <= atMs);
      return dropped.map(({ mark }) => mark);
    },
    send,
    hold: (untilMs, lost) => {
      heldUntil = untilMs;
      heldLost = lost;
    },
  };
};

/** Frames and marks as they were sent, and which of them were cut. */
const createSent = () => {
  const frames: SentFrame[] = [];
  const marks: SentMark[] = [];
  /** The first frame and mark that no cut has affected yet. */
  let openFrames = 0;
  let openMarks = 0;
  return {
    frames,
    marks,
    /** Audio due at `playMs` or later does not play; the session knows since `knownMs`. `isCut`: the marks of such audio. */
    cut: (playMs: number, knownMs: number, step: number, isCut: (mark: SentMark) => boolean): void => {
      for (const frame of frames.slice(openFrames)) {
        frame.cutAt = Math.min(frame.cutAt, playMs);
        frame.cutStep = step;
        frame.cutKnownAt = knownMs;
      }
      for (const mark of marks.slice(openMarks)) if (isCut(mark)) mark.cutAt = knownMs;
      openFrames = frames.length;
      openMarks = marks.length;
    },
    /** The same, unnoticed by the session. */
    cutUnnoticed: (playMs: number): void => {
      for (const frame of frames.slice(openFrames)) frame.cutAt = Math.min(frame.cutAt, playMs);
    },
  };
};

/** Begins without a stream. */
export const createLine = (rules: LineRules, deps: LineDeps): Line => {
  const { frames, marks, cut, cutUnnoticed } = createSent();
  let stream = 0;
  let endsAt = 0;
  let goneAt = NEVER;
  const isUp = (mark: SentMark): boolean => mark.stream === stream && goneAt === NEVER;
  const echoes = createEchoes(rules, deps, isUp);

  /** The stream plays nothing more from then on. */
  const vanish = (atMs: number): void => {
    goneAt = Math.min(goneAt, atMs);
    echoes.drop(Number.NEGATIVE_INFINITY);
  };

  return {
    frames,
    marks,
    open: (atMs) => {
      stream += 1;
      endsAt = atMs;
      goneAt = NEVER;
      echoes.restart(atMs);
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
      echoes.plan(mark, Math.max(endsAt, atMs + rules.outMs));
    },
    clear: (atMs, step) => {
      const clearedAt = atMs + rules.outMs;
      const dropped = echoes.drop(clearedAt);
      // A voice that is only lowered still awaits the marks of what has played.
      cut(clearedAt, atMs, step, (mark) => dropped.includes(mark));
      endsAt = Math.min(endsAt, clearedAt);
      for (const mark of dropped) mark.truthful = false;
      if (!rules.echoCleared) return;
      deps.at(clearedAt, () => {
        for (const mark of dropped) if (isUp(mark)) echoes.send(mark, clearedAt);
      });
    },
    vanish: (atMs) => {
      vanish(atMs);
      cutUnnoticed(atMs);
    },
    close: (atMs, step) => {
      vanish(atMs);
      cut(goneAt, atMs, step, () => true);
    },
    holdEchoes: echoes.hold,
    playedMs: (frame) => Math.max(0, Math.min(FRAME_MS, frame.cutAt - frame.startAt)),
  };
};
