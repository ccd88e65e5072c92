/** Which live calls need attention, in which order, and what is remembered of a user's choice. */
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../testing/calls.js';
import { type ActiveCall, fromSummary } from './active-call.js';
import { INITIAL_SETTINGS, settingsIn, storedForm } from './alarm-settings.js';
import { type Alarm, type AlarmRules, alarmsOf, byUrgency, SILENCE_LIMITS } from './alarms.js';

const ANSWERED_AT = Date.UTC(2026, 2, 2, 10, 0, 0);
const RULES = INITIAL_SETTINGS.rules;
const call = (facts: Partial<ActiveCall> = {}): ActiveCall => ({
  ...fromSummary(summaryOf({ startedAt: new Date(ANSWERED_AT).toISOString() })),
  ...facts,
});
const alarmsAt = (
  facts: Partial<ActiveCall>,
  {
    rules = RULES,
    now = ANSWERED_AT + 1_000,
    voiceAt = 0,
  }: { rules?: AlarmRules; now?: number; voiceAt?: number } = {},
): readonly Alarm[] => alarmsOf(call(facts), rules, { voiceAt, now });

describe('the alarms of a call', () => {
  test('are none while it goes well', () => {
    expect(alarmsAt({ answers: [900, 1_400] })).toEqual([]);
  });

  test('a reply that is slow once is none; two in a row are', () => {
    expect(alarmsAt({ answers: [1_600] })).toEqual([]);
    expect(alarmsAt({ answers: [1_600, 900] })).toEqual([]);
    expect(alarmsAt({ answers: [2_000, 900, 1_600] })).toEqual([]);
    expect(alarmsAt({ answers: [900, 1_600, 1_501] })).toEqual(['slow_twice']);
    expect(alarmsAt({ answers: [1_600, 1_700] }, { rules: { ...RULES, slowMs: 2_000 } })).toEqual([]);
  });

  test('silence counts from the answer, the last turn, or the last voice', () => {
    const late = ANSWERED_AT + RULES.silenceMs;
    expect(alarmsAt({}, { now: late - 1 })).toEqual([]);
    expect(alarmsAt({}, { now: late })).toEqual(['silence']);
    expect(alarmsAt({ lastTurnAt: ANSWERED_AT + 1_000 }, { now: late })).toEqual([]);
    expect(alarmsAt({}, { now: late, voiceAt: ANSWERED_AT + 1 })).toEqual([]);
  });

  test('a request for a person ends when a colleague takes over', () => {
    expect(alarmsAt({ wantsPerson: true })).toEqual(['wants_person']);
    expect(alarmsAt({ wantsPerson: true, takenOver: true }, { now: ANSWERED_AT + 100_000 })).toEqual([]);
  });

  test('come in order of urgency, and only those that are wanted', () => {
    const facts = { wantsPerson: true, trouble: 'tool_failed', answers: [2_000, 2_000] };
    const late = { now: ANSWERED_AT + 60_000 };
    expect(alarmsAt(facts, late)).toEqual(['wants_person', 'error', 'silence', 'slow_twice']);
    expect(alarmsAt(facts, { ...late, rules: { ...RULES, wanted: new Set(['silence'] as const) } })).toEqual([
      'silence',
    ]);
  });

  test('are none before the answer and after the end', () => {
    expect(alarmsAt({ trouble: 'stt_failed', status: 'ringing' })).toEqual([]);
    expect(alarmsAt({ trouble: 'stt_failed', endedAt: ANSWERED_AT })).toEqual([]);
  });
});

test('urgent calls come first; the order of the others stays', () => {
  const calls = ['a', 'b', 'c', 'd'].map((id) => call({ id }));
  const alarms = new Map<string, readonly Alarm[]>([
    ['c', ['silence']],
    ['d', ['silence', 'slow_twice']],
    ['b', ['wants_person']],
  ]);
  expect(byUrgency(calls, alarms).map(({ id }) => id)).toEqual(['b', 'd', 'c', 'a']);
});

describe('remembered settings', () => {
  test('are read as they were written', () => {
    const settings = {
      rules: { wanted: new Set(['error'] as const), slowMs: 2_500, silenceMs: 20_000 },
      sound: true,
      notify: true,
    };
    expect(settingsIn(storedForm(settings))).toEqual(settings);
  });

  test.each([null, '', '{', '7', 'null', '{}'])('are the initial ones for %j', (stored) => {
    expect(settingsIn(stored)).toEqual(INITIAL_SETTINGS);
  });

  test('keep within their limits', () => {
    const stored = JSON.stringify({ wanted: ['error', 'made_up', 7], slowMs: 'fast', silenceMs: 1e9 });
    expect(settingsIn(stored).rules).toEqual({
      wanted: new Set(['error']),
      slowMs: INITIAL_SETTINGS.rules.slowMs,
      silenceMs: SILENCE_LIMITS.max,
    });
  });
});
