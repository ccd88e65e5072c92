/** When a live call needs somebody's attention, and the order of calls by urgency. Pure. */
import type { ActiveCall } from './active-call.js';

/** In order of urgency. */
export const ALARMS = ['wants_person', 'error', 'silence', 'slow_twice'] as const;
export type Alarm = (typeof ALARMS)[number];

export interface AlarmRules {
  /** The alarms that this user wants. */
  readonly wanted: ReadonlySet<Alarm>;
  /** Two replies in a row that are heard later than this are `slow_twice`, ms. */
  readonly slowMs: number;
  /** Neither side has spoken for this time, ms. */
  readonly silenceMs: number;
}

/** Bounds of the rules, ms. */
export const SLOW_LIMITS = { min: 500, max: 10_000, initial: 1_500 } as const;
export const SILENCE_LIMITS = { min: 3_000, max: 60_000, initial: 8_000 } as const;

interface Moment {
  /** When either side was last heard, ms since the epoch; 0 if never. */
  readonly voiceAt: number;
  /** ms since the epoch. */
  readonly now: number;
}

const holds: Readonly<Record<Alarm, (call: ActiveCall, rules: AlarmRules, moment: Moment) => boolean>> = {
  wants_person: (call) => call.wantsPerson && call.takenOver !== true,
  error: (call) => call.trouble !== null,
  silence: (call, { silenceMs }, { voiceAt, now }) => {
    // A colleague hears the silence themselves.
    if (call.answeredAt === null || call.takenOver === true) return false;
    return now - Math.max(call.answeredAt, call.lastTurnAt ?? 0, voiceAt) >= silenceMs;
  },
  slow_twice: ({ answers }, { slowMs }) =>
    answers.length >= 2 && answers.slice(-2).every((ms) => ms > slowMs),
};

/** The alarms of a call, the most urgent first. A call that is not connected has none. */
export const alarmsOf = (call: ActiveCall, rules: AlarmRules, moment: Moment): readonly Alarm[] =>
  call.status === 'answered' && call.endedAt === null
    ? ALARMS.filter((alarm) => rules.wanted.has(alarm) && holds[alarm](call, rules, moment))
    : [];

const NO_ALARM = ALARMS.length;

const rankOf = (alarms: readonly Alarm[] | undefined): number => {
  const first = alarms?.[0];
  return first === undefined ? NO_ALARM : ALARMS.indexOf(first);
};

/** Calls with the most urgent alarm first, then those with more alarms; otherwise in the given order. */
export const byUrgency = (
  calls: readonly ActiveCall[],
  alarms: ReadonlyMap<string, readonly Alarm[]>,
): readonly ActiveCall[] =>
  calls.toSorted((first, second) => {
    const [one, other] = [alarms.get(first.id), alarms.get(second.id)];
    return rankOf(one) - rankOf(other) || (other?.length ?? 0) - (one?.length ?? 0);
  });
