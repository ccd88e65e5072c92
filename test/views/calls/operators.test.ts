/** Operators on a call, as the call's detail shows them. */
import t from 'tap';
import { operatorsOf } from '../../../views/calls/operators.js';

const ANN = { type: 'user', id: 'ann' } as const;
const BOB = { type: 'key', id: 'bob' } as const;
const ENDED = {
  type: 'call.ended',
  status: 'completed',
  endedBy: 'customer',
  endReason: 'customer_hangup',
  durationSeconds: 8,
  carrierCostMicrocredits: 0,
} as const;
const NAMELESS = { name: null };

type Shown = Parameters<typeof operatorsOf>[0];
const second = (at: number): string => new Date(at * 1_000).toISOString();
const at = (seconds: number, event: Shown[number]['event']) => ({ at: seconds * 1_000, event });
const joined = (seconds: number, lineId: string, by: typeof ANN | typeof BOB = ANN) =>
  at(seconds, { type: 'call.line_joined', lineId, by, purpose: 'take_over' });
const taken = (seconds: number, lineId: string, by: typeof ANN | typeof BOB = ANN) =>
  at(seconds, { type: 'call.taken_over', lineId, by });
const handedBack = (seconds: number, lineId: string, note = '') =>
  at(seconds, { type: 'call.handed_back', lineId, reason: 'handed_back', note });

t.test('a call without operators has no operator fields', async (t) => {
  t.same(operatorsOf([]), {});
  t.same(operatorsOf([at(9, ENDED)]), {});
});

t.test('each take-over has its own end and note', async (t) => {
  const { operators } = operatorsOf([
    joined(1, 'l1'),
    joined(2, 'l2', BOB),
    taken(3, 'l1'),
    handedBack(4, 'l1', 'She waits.'),
    taken(5, 'l2', BOB),
    handedBack(6, 'l2'),
    at(7, { type: 'call.line_left', lineId: 'l1' }),
    at(8, { type: 'call.agent_noted', noteId: 'n1', text: 'Be brief.', by: BOB }),
    at(9, ENDED),
  ]);
  t.same(operators, {
    lines: [
      { by: { ...ANN, ...NAMELESS }, purpose: 'take_over', joinedAt: second(1), leftAt: second(7) },
      { by: { ...BOB, ...NAMELESS }, purpose: 'take_over', joinedAt: second(2), leftAt: second(9) },
    ],
    takeOvers: [
      {
        by: { ...ANN, ...NAMELESS },
        at: second(3),
        until: second(4),
        reason: 'handed_back',
        note: 'She waits.',
      },
      { by: { ...BOB, ...NAMELESS }, at: second(5), until: second(6), reason: 'handed_back', note: null },
    ],
    agentNotes: [{ by: { ...BOB, ...NAMELESS }, at: second(8), text: 'Be brief.' }],
  });
});

t.test('a take-over is open while the call is live, and ends with the call', async (t) => {
  const live = [joined(1, 'l1'), taken(3, 'l1')];
  t.match(operatorsOf(live).operators, {
    lines: [{ leftAt: null }],
    takeOvers: [{ until: null, reason: null, note: null }],
  });
  t.match(operatorsOf([...live, at(9, ENDED)]).operators, {
    lines: [{ leftAt: second(9) }],
    takeOvers: [{ until: second(9), reason: 'session_ended', note: null }],
  });
});
