/** A tool that is replaced only as its client has read it. */
import t from 'tap';
import type { StoredTool } from '../../../actors/toolbox/events.js';
import { toolbox } from '../../../actors/toolbox/index.js';
import { toolTag } from '../../../actors/toolbox/tag.js';
import { fold } from '../../support/actors/fold.js';

const toolOf = (change: Partial<StoredTool> = {}): StoredTool => ({
  name: 'look_up',
  description: 'Looks up an order.',
  parameters: { type: 'object' },
  timeoutMs: 8_000,
  agentIds: null,
  server: { type: 'http', url: 'https://tools.example/orders', sealedSecret: 'v1.sealed' },
  ...change,
});

t.test('a conditional change replaces exactly the tool that was read', async (t) => {
  const folded = fold(toolbox);
  const tag = (): string => toolTag(toolbox.queries(folded.state).tools()[0]);
  folded.apply({ type: 'set', tool: toolOf() }, 0);
  const read = tag();
  const sealedSecret = 'v1.another';
  folded.apply(
    {
      type: 'set',
      tool: toolOf({ server: { type: 'http', url: 'https://tools.example/orders', sealedSecret } }),
    },
    1,
  );
  t.not(tag(), read, 'another secret is another tool');
  t.throws(() => folded.apply({ type: 'set', tool: toolOf({ timeoutMs: 1_000 }), expected: [read] }, 2), {
    code: 'resource_changed',
  });
  folded.apply({ type: 'set', tool: toolOf({ timeoutMs: 1_000 }), expected: [tag()] }, 3);
  t.match(toolbox.queries(folded.state).tools(), [{ timeoutMs: 1_000 }]);
});

t.test('a tool is added only if there is none of its name', async (t) => {
  const folded = fold(toolbox);
  folded.apply({ type: 'set', tool: toolOf(), expected: ['none'] }, 0);
  t.throws(() => folded.apply({ type: 'set', tool: toolOf({ timeoutMs: 1 }), expected: ['none'] }, 1), {
    code: 'resource_changed',
  });
  t.throws(
    () => folded.apply({ type: 'set', tool: toolOf({ name: 'constructor' }), expected: ['some'] }, 2),
    { code: 'resource_changed' },
    'an inherited property is no tool',
  );
  folded.apply({ type: 'set', tool: toolOf({ name: 'constructor' }), expected: ['none'] }, 3);
  t.equal(toolbox.queries(folded.state).tools().length, 2);
});
