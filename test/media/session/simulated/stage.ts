/**
 * The session under test, and the time around it. The parties of the call schedule events and feed the session its
 * inputs; its outputs are noted and carried out.
 */
import { msOf } from '../../../../media/audio/frames.js';
import { createMediaSession } from '../../../../media/session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../../../../media/session/io.js';
import type { Final, ModelRequest, RecordedTurn, SpokenWord, ToolStep } from './account.js';
import { type Moment, NEVER } from './moments.js';

/** Everything that is noted during the call. */
interface Notes {
  readonly words: SpokenWord[];
  readonly finals: Final[];
  readonly partialWords: Set<string>;
  readonly cuts: Moment[];
  readonly turns: RecordedTurn[];
  readonly requests: ModelRequest[];
  readonly discarded: Set<number>;
  readonly tools: ToolStep[];
  readonly missingNotes: Moment[];
  readonly hangUps: Moment[];
  readonly afterEnd: string[];
  readonly inputs: { readonly input: SessionInput; readonly atMs: number; readonly outputGist: string }[];
  /** For people; empty unless `watch` is set. */
  readonly timeline: string[];
}

/** The environment of the call. */
export interface Stage {
  readonly brief: SessionBrief;
  readonly notes: Notes;
  /** Current time, ms. */
  now(): number;
  /** Number of the latest step of the session; steps are numbered from 1. */
  step(): number;
  /** The step that closed the session; {@link NEVER} while it is open. */
  closedStep(): number;
  /** Whether the session has hung up, or is closed. */
  hasEnded(): boolean;
  /** Schedules `act`, after events at the same time; a time in the past means as soon as time advances. */
  at(atMs: number, act: () => void): void;
  /** Advances time to `toMs`; events that are due until then happen at their times. */
  advance(toMs: number): void;
  /** The process is blocked until `toMs`; events that were due meanwhile happen then. */
  standStill(toMs: number): void;
  /** Advances time by `ms` without any events. */
  leap(ms: number): void;
  feed(input: SessionInput): void;
  /** Closes the session. */
  close(): void;
  log(line: string): void;
}

/** After its hang-up a session keeps listening until it is closed, but says and requests nothing more. */
const mayFollowHangUp = (output: SessionOutput): boolean =>
  output.type === 'command'
    ? ['record_turn', 'note', 'end_tool'].includes(output.command.type)
    : ['record', 'recognise', 'send_clear', 'cancel_response', 'cancel_synthesis'].includes(output.type);

/** A text that identifies a list of outputs, without their audio. */
export const gist = (outputs: readonly SessionOutput[]): string =>
  outputs
    .map((output) =>
      'payload' in output ? `${output.type} ${output.payload.length}` : JSON.stringify(output),
    )
    .join('\n');

const textOf = (input: SessionInput): string => {
  switch (input.type) {
    case 'mark':
      return `mark ${input.name}`;
    case 'recognised':
      return input.event.type === 'failed'
        ? 'recogniser failed'
        : `${input.event.type} "${input.event.text}" ${input.event.startMs}-${input.event.endMs}`;
    case 'model_text':
      return `model g${input.generation} "${input.text}"`;
    case 'speech_audio':
      return `audio of ${input.utterance}, ${msOf(input.payload.length)} ms and on`;
    case 'speech_done':
    case 'speech_failed':
      return `${input.type} ${input.utterance}`;
    case 'model_tool':
      return `model g${input.generation} uses ${JSON.stringify(input.arguments)}`;
    case 'tool_done':
      return `tool ${input.use} ${input.outcome}`;
    case 'model_done':
    case 'model_failed':
      return `${input.type} g${input.generation}`;
    default:
      return input.type;
  }
};

/** Writes lines about inputs; audio that comes in many pieces is one line. */
const createInputLog = (log: (line: string) => void): ((input: SessionInput) => void) => {
  let current = '';
  return (input) => {
    if (input.type === 'audio' || input.type === 'tick') return;
    const piece = input.type === 'speech_audio' ? input.utterance : '';
    if (piece === '' || piece !== current) log(`-> ${textOf(input)}`);
    current = piece;
  };
};

/** Scheduled events, in order of time. */
const createAgenda = () => {
  const coming: { readonly atMs: number; readonly act: () => void }[] = [];
  return {
    add: (atMs: number, act: () => void): void => {
      let index = coming.length;
      while (index > 0 && (coming[index - 1]?.atMs ?? 0) > atMs) index -= 1;
      coming.splice(index, 0, { atMs, act });
    },
    /** Removes and returns the next event that is due by then. */
    take: (untilMs: number) => {
      const next = coming[0];
      return next !== undefined && next.atMs <= untilMs ? coming.shift() : undefined;
    },
  };
};

/** `carryOut` performs an output of the session; `watch` keeps a readable timeline. */
export const createStage = (
  brief: SessionBrief,
  watch: boolean,
  carryOut: (output: SessionOutput) => void,
): Stage => {
  const session = createMediaSession(brief);
  const agenda = createAgenda();
  const notes: Notes = {
    words: [],
    finals: [],
    partialWords: new Set(),
    cuts: [],
    turns: [],
    requests: [],
    discarded: new Set(),
    tools: [],
    missingNotes: [],
    hangUps: [],
    afterEnd: [],
    inputs: [],
    timeline: [],
  };
  let now = 0;
  let step = 0;
  let closedStep = NEVER;
  const log = (line: string): void => {
    if (watch) notes.timeline.push(`${String(Math.round(now)).padStart(6)}  ${line}`);
  };
  const logInput = createInputLog(log);

  const feed = (input: SessionInput): void => {
    step += 1;
    logInput(input);
    const wasClosed = closedStep < step;
    const hadEnded = notes.hangUps.length > 0;
    const outputs = session.step(input, now);
    notes.inputs.push({ input, atMs: now, outputGist: gist(outputs) });
    for (const output of outputs) {
      if (wasClosed || (hadEnded && !mayFollowHangUp(output))) notes.afterEnd.push(output.type);
      carryOut(output);
    }
    if (input.type === 'audio') session.workAhead();
  };

  return {
    brief,
    notes,
    now: () => now,
    step: () => step,
    closedStep: () => closedStep,
    hasEnded: () => notes.hangUps.length > 0 || closedStep !== NEVER,
    at: (atMs, act) => agenda.add(Math.max(now, atMs), act),
    advance: (toMs) => {
      for (let next = agenda.take(toMs); next !== undefined; next = agenda.take(toMs)) {
        now = Math.max(now, next.atMs);
        next.act();
      }
      now = toMs;
    },
    standStill: (toMs) => {
      now = toMs;
      for (let next = agenda.take(toMs); next !== undefined; next = agenda.take(toMs)) next.act();
    },
    leap: (ms) => {
      now += ms;
    },
    feed,
    close: () => {
      closedStep = step + 1;
      feed({ type: 'closed' });
    },
    log,
  };
};
