/** Operators on a call: the call records which of them listened and spoke, and their notes to the agent. */
import t from 'tap';
import { answered, report } from './call-script.js';

const ANN = { type: 'user', id: 'ann' } as const;
const BOB = { type: 'key', id: 'bob' } as const;

const streaming = () => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  return folded;
};
const join = (lineId: string) => ({ type: 'join_line', lineId, by: ANN, purpose: 'take_over' }) as const;
const takeOver = (lineId: string, by: typeof ANN | typeof BOB = ANN) =>
  ({ type: 'take_over', lineId, by }) as const;
const handBack = (lineId: string, note = '') =>
  ({ type: 'hand_back', lineId, reason: 'handed_back', note }) as const;
const noteToAgent = (noteId: string) =>
  ({ type: 'note_to_agent', noteId, text: `Note ${noteId}.`, by: BOB }) as const;

t.test('records once that a line joined, and once that it left', async (t) => {
  const call = streaming();
  t.same(call.apply(join('l1'), 2_000), [
    { type: 'call.line_joined', lineId: 'l1', by: ANN, purpose: 'take_over' },
  ]);
  t.same(call.apply(join('l1'), 2_100), [], 'a repetition');
  t.same(call.apply({ type: 'leave_line', lineId: 'l1' }, 3_000), [{ type: 'call.line_left', lineId: 'l1' }]);
  t.same(call.apply({ type: 'leave_line', lineId: 'l1' }, 3_100), []);
  t.same(call.apply({ type: 'leave_line', lineId: 'l2' }, 3_200), [], 'a line that never joined');
});

t.test('one operator speaks at a time, and hands back once', async (t) => {
  const call = streaming();
  call.apply(join('l1'), 2_000);
  call.apply(join('l2'), 2_000);
  t.same(call.apply(takeOver('l3'), 2_100), [], 'a line that has not joined');
  t.same(call.apply(takeOver('l1'), 2_200), [{ type: 'call.taken_over', lineId: 'l1', by: ANN }]);
  t.same(call.apply(takeOver('l2', BOB), 2_300), [], 'while another operator speaks');
  t.same(call.apply(handBack('l2'), 2_400), [], 'a line that does not speak hands nothing back');
  t.same(call.apply(handBack('l1', 'She waits.'), 2_500), [
    { type: 'call.handed_back', lineId: 'l1', reason: 'handed_back', note: 'She waits.' },
  ]);
  t.same(call.apply(handBack('l1', 'She waits.'), 2_600), []);
  t.same(call.state.notes, [{ noteId: null, text: 'She waits.', at: 2_500 }], 'the agent receives it');
  t.equal(call.apply(takeOver('l2', BOB), 2_700).length, 1);
});

t.test('records at most 200 lines of a call, but every takeover', async (t) => {
  const call = streaming();
  for (let index = 0; index < 205; index += 1) {
    call.apply(join(`l${index}`), 2_000);
    call.apply({ type: 'leave_line', lineId: `l${index}` }, 2_000);
  }
  t.equal(call.events.filter(({ type }) => type === 'call.line_joined').length, 200);
  t.equal(call.events.filter(({ type }) => type === 'call.line_left').length, 200);
  t.same(call.apply(takeOver('l300', BOB), 3_000), [{ type: 'call.taken_over', lineId: 'l300', by: BOB }]);
});

t.test('a note to the agent counts once, and a call has at most 50', async (t) => {
  const call = streaming();
  t.same(call.apply(noteToAgent('n0'), 2_000), [
    { type: 'call.agent_noted', noteId: 'n0', text: 'Note n0.', by: BOB },
  ]);
  t.same(call.apply(noteToAgent('n0'), 2_100), []);
  for (let index = 1; index < 50; index += 1) call.apply(noteToAgent(`n${index}`), 2_200);
  t.throws(() => call.apply(noteToAgent('n50'), 2_300), { code: 'too_many_agent_notes' });
  t.same(call.apply(noteToAgent('n49'), 2_400), [], 'a known note is not a new one');
  t.equal(call.state.notes.length, 50);
});

t.test('refuses a note for a call that is not live', async (t) => {
  t.throws(() => answered().apply(noteToAgent('n1'), 2_000), { code: 'call_not_live' }, 'without media');
  const ended = streaming();
  ended.apply(report('completed', { durationSeconds: 3 }), 4_000);
  t.throws(() => ended.apply(noteToAgent('n1'), 4_100), { code: 'call_not_live' });
  const cancelled = streaming();
  cancelled.apply({ type: 'cancel' }, 2_000);
  t.throws(() => cancelled.apply(noteToAgent('n1'), 2_100), { code: 'call_not_live' });
});
