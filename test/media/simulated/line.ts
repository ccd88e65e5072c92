/**
 * A carrier that keeps its own account: it plays in real time, echoes marks when what lies before them was played
 * (late, twice, or not at all), and gives the marks of cleared audio back at once, as Twilio does. What was truly
 * played is known from its schedule, not from what the session believes.
 */
import { FRAME_MS } from '../../../media/frames.js';
import { NEVER } from './moments.js';

/** How a line carries audio and echoes. */
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
interface SentFrame {
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

/** A mark as the carrier has it. */
interface SentMark {
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
  /** Keeps echoes back until `untilMs`; `lost`: what would have come until then never comes. */
  holdEchoes(untilMs: number, lost: boolean): void;
  /** How much of a frame was played, ms. */
  playedMs(frame: SentFrame): number;
}

/** What a line needs of the call. */
export interface LineDeps {
  /** Has `act` called at that time. */
  readonly at: (atMs: number, act: () => void) => void;
  /** An echo reaches the session. */
  readonly deliver: (mark: SentMark) => void;
}

/** Echoes of marks, on their way to the session. */
interface Echoes {
  /** A new stream begins: nothing that is on its way counts. */
  restart(atMs: number): void;
  /** The mark will be reached then, and echoed. */
  plan(mark: SentMark, reachedAt: number): void;
  /** What is not reached by then will not be; gives those marks. */
  drop(atMs: number): readonly SentMark[];
  /** Echoes the mark, which was reached, or cleared, then. */
  send(mark: SentMark, fromMs: number): void;
  hold(untilMs: number, lost: boolean): void;
}

/** `isUp`: the mark's stream is there. */
const createEchoes = (rules: LineRules, deps: LineDeps, isUp: (mark: SentMark) => boolean): Echoes => {
  let heldUntil = 0;
  let heldLost = false;
  let lastEcho = 0;
  /** Not played up to here yet. */
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
        ahead = ahead.filter((each) => each !== waiting);
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

/** Frames and marks as they were sent, and what was cut of them. */
const createSent = () => {
  const frames: SentFrame[] = [];
  const marks: SentMark[] = [];
  /** First frame and mark that no cut has met yet. */
  let openFrames = 0;
  let openMarks = 0;
  return {
    frames,
    marks,
    /** What would play at `playMs` or later does not; the session knows since `knownMs`. */
    cut: (playMs: number, knownMs: number, step: number): void => {
      for (const frame of frames.slice(openFrames)) {
        frame.cutAt = Math.min(frame.cutAt, playMs);
        frame.cutStep = step;
        frame.cutKnownAt = knownMs;
      }
      for (const mark of marks.slice(openMarks)) mark.cutAt = knownMs;
      openFrames = frames.length;
      openMarks = marks.length;
    },
    /** The same, and the session does not know it. */
    cutUnnoticed: (playMs: number): void => {
      for (const frame of frames.slice(openFrames)) frame.cutAt = Math.min(frame.cutAt, playMs);
    },
  };
};

/** No stream is there yet. */
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
      cut(clearedAt, atMs, step);
      endsAt = Math.min(endsAt, clearedAt);
      const dropped = echoes.drop(clearedAt);
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
      cut(goneAt, atMs, step);
    },
    holdEchoes: echoes.hold,
    playedMs: (frame) => Math.max(0, Math.min(FRAME_MS, frame.cutAt - frame.startAt)),
  };
};
