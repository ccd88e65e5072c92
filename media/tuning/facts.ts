/**
 * What a recorded session shows of its customer's turns, whatever ended them: the words with their times, when a voice
 * was on the line, and what was classified as something else. It is replayed as it was, so that all of this is what the
 * session itself saw.
 */
import type { EndOfTurnSettings, Voice } from '../policies/end-of-turn.js';
import type { Heard } from '../policies/greeting-hold.js';
import { createMediaSession } from '../session/index.js';
import type { SessionOutput } from '../session/io.js';
import { isSameOutputs, type SessionLog } from '../session/log.js';
import type { SessionState } from '../session/state.js';
import { voiceOf } from '../session/turn/callee.js';
import { saidLast } from '../session/turn/turn-end.js';

/** Final words. `aside`: while a greeting was held, as a backchannel, or of a machine: they end no turn. */
interface Words {
  readonly heard: Heard;
  readonly kind: 'turn' | 'aside';
}

/** What was true after one step of the session, at `atMs` of its clock. */
export interface Moment {
  readonly atMs: number;
  /** Whether deadlines are checked. */
  readonly isTick: boolean;
  readonly words: Words | null;
  readonly partial: SessionState['recognition']['partial'];
  /** Whether the customer counted as speaking. */
  readonly voice: Voice;
  /** What the agent said last. */
  readonly question: string;
  /** Probability that the turn has ended, by a model; null: there is no verdict. */
  readonly heardEnd: number | null;
}

export interface SessionFacts {
  /** BCP 47 */
  readonly language: string;
  readonly endOfTurn: EndOfTurnSettings;
  readonly preemptive: boolean;
  /** In order; steps that change nothing are left out, except ticks. */
  readonly moments: readonly Moment[];
  /** Whether the replay did the same as the recording: another build may have decided otherwise. */
  readonly isSame: boolean;
}

/** @throws Error if the log lacks what this build needs */
export const factsOf = ({ brief, inputs }: SessionLog): SessionFacts => {
  const { endOfTurn, preemptive } = brief.settings;
  if (!isWhole(endOfTurn)) throw new Error('its settings have no silences that end a turn');
  const moments: Moment[] = [];
  let isSame = true;
  let latest: Heard | null = null;
  let held = false;
  let state: Readonly<SessionState> | null = null;
  const session = createMediaSession(brief, (watched) => {
    state = watched;
  });
  const observe = (
    seen: Readonly<SessionState>,
    isTick: boolean,
    outputs: readonly SessionOutput[],
  ): void => {
    const { customer, recognition, now } = seen;
    const heard = customer.last === latest ? null : customer.last;
    const words = heard === null ? null : { heard, kind: kindOf(seen, heard, held, outputs) };
    latest = customer.last;
    held = customer.hold.active;
    const voice = voiceOf(seen);
    const heardEnd = customer.pause.endProbability;
    const before = moments.at(-1);
    const isNew =
      words !== null ||
      before?.partial !== recognition.partial ||
      before.voice !== voice ||
      before.heardEnd !== heardEnd;
    if (!isTick && !isNew) return;
    moments.push({
      atMs: now,
      isTick,
      words,
      partial: recognition.partial,
      voice,
      question: saidLast(seen),
      heardEnd,
    });
  };
  for (const { input, atMs, outputs: recorded } of inputs) {
    const outputs = session.step(input, atMs);
    isSame &&= isSameOutputs(recorded, outputs);
    if (state !== null) observe(state, input.type === 'tick', outputs);
  }
  return { language: brief.language, endOfTurn, preemptive: preemptive === true, moments, isSame };
};

/** The settings of another build may be anything. */
const isWhole = (settings: Partial<EndOfTurnSettings> | undefined): settings is EndOfTurnSettings =>
  [settings?.leastMs, settings?.sentenceMs, settings?.usualMs, settings?.mostMs].every(
    (ms) => typeof ms === 'number' && ms >= 0,
  );

const kindOf = (
  { customer }: Readonly<SessionState>,
  heard: Heard,
  held: boolean,
  outputs: readonly SessionOutput[],
): Words['kind'] => {
  if (held) return 'aside';
  if (customer.turnWords.includes(heard)) return 'turn';
  // It ended the turn, which was answered.
  const isAnswered = outputs.some(
    (output) =>
      (output.type === 'respond' && output.early !== true) ||
      (output.type === 'preemptive' && output.what === 'used'),
  );
  return heard.endOfUtterance && isAnswered ? 'turn' : 'aside';
};
