/** The toolbox of a business. */
import t from 'tap';
import type { StoredTool } from '../../../actors/toolbox/events.js';
import { type ToolboxState, toolbox } from '../../../actors/toolbox/index.js';
import { fold } from '../../support/actors/fold.js';

const toolOf = (name: string, change: Partial<StoredTool> = {}): StoredTool => ({
  name,
  description: 'Looks up an order.',
  parameters: { type: 'object' },
  timeoutMs: 8_000,
  agentIds: null,
  server: { type: 'http', url: 'https://tools.example/orders', sealedSecret: 'v1.sealed' },
  ...change,
});
const names = ({ state }: { readonly state: ToolboxState }): readonly string[] =>
  toolbox
    .queries(state)
    .tools()
    .map(({ name }) => name);

t.test('keeps one tool for each name', async (t) => {
  const folded = fold(toolbox);
  folded.apply({ type: 'set', tool: toolOf('look_up') }, 0);
  folded.apply({ type: 'set', tool: toolOf('book') }, 1);
  folded.apply({ type: 'set', tool: toolOf('look_up', { timeoutMs: 1_000 }) }, 2);
  t.same(names(folded), ['book', 'look_up']);
  t.match(toolbox.queries(folded.state).tools()[1], { timeoutMs: 1_000 });
  folded.apply({ type: 'remove', name: 'book' }, 3);
  t.same(folded.apply({ type: 'remove', name: 'book' }, 4), [], 'a repetition');
  t.same(folded.apply({ type: 'remove', name: 'constructor' }, 5), [], 'an inherited property is no tool');
  t.same(names(folded), ['look_up']);
});

t.test('allows at most 32 tools', async (t) => {
  const folded = fold(toolbox);
  for (let index = 0; index < 32; index += 1)
    folded.apply({ type: 'set', tool: toolOf(`tool_${index}`) }, index);
  t.throws(() => folded.apply({ type: 'set', tool: toolOf('one_more') }, 40), { code: 'too_many_tools' });
  folded.apply({ type: 'set', tool: toolOf('tool_3', { timeoutMs: 1_000 }) }, 41);
  folded.apply({ type: 'remove', name: 'tool_7' }, 42);
  folded.apply({ type: 'set', tool: toolOf('one_more') }, 43);
  t.equal(names(folded).length, 32);
});
