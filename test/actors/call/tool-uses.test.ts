/** The record of the tools that were used on a call. */
import t from 'tap';
import { attachedMedia } from '../../../actors/call/queries.js';
import { answered, report } from './call-script.js';

const use = (id: string) => ({ id, name: 'book', arguments: { at: '19:00' }, at: 2_000 }) as const;
const END = { outcome: 'done', result: 'Booked.', durationMs: 900 } as const;

const streaming = () => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  return folded;
};
const toolUsesOf = ({ state }: ReturnType<typeof streaming>) => attachedMedia(state).toolUses;

t.test('records a tool use when it begins, and its result', async (t) => {
  const folded = streaming();
  t.same(folded.apply({ type: 'begin_tool', use: use('u1') }, 2_100), [
    { type: 'call.tool_begun', use: use('u1') },
  ]);
  t.same(folded.apply({ type: 'begin_tool', use: use('u1') }, 2_200), [], 'a repetition');
  t.match(
    toolUsesOf(folded),
    [{ id: 'u1', outcome: 'unknown', result: /not known/ }],
    'for a session that takes the call over',
  );
  t.same(folded.apply({ type: 'end_tool', id: 'u1', end: END }, 3_000), [
    { type: 'call.tool_ended', id: 'u1', end: END },
  ]);
  t.same(folded.apply({ type: 'end_tool', id: 'u1', end: { ...END, outcome: 'unknown' } }, 3_100), []);
  t.same(folded.apply({ type: 'end_tool', id: 'u2', end: END }, 3_200), [], 'a use that never began');
  t.same(toolUsesOf(folded), [{ ...use('u1'), ...END }]);
});

t.test('keeps a result that arrives after the call has ended', async (t) => {
  const folded = streaming();
  folded.apply({ type: 'begin_tool', use: use('u1') }, 2_100);
  folded.apply(report('completed', { durationSeconds: 3 }), 4_000);
  folded.apply({ type: 'end_tool', id: 'u1', end: END }, 4_100);
  t.match(folded.state.toolUses, [{ id: 'u1', end: END }]);
});

t.test('records at most 100 tool uses of a call', async (t) => {
  const folded = streaming();
  for (let index = 0; index < 110; index += 1)
    folded.apply({ type: 'begin_tool', use: use(`u${index}`) }, 2_000 + index);
  t.equal(folded.state.toolUses.length, 100);
});
