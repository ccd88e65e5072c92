/** An agent hands a conversation over. */
import t from 'tap';
import { handOver } from '../../../operations/tools/hand-over.js';
import { stubActors } from '../../support/stub-actors.js';

const world = () => {
  const commands: unknown[] = [];
  const actors = stubActors((kind, id, command) => {
    commands.push([kind, id, command]);
  });
  return { actors, commands };
};
const use = (type: 'call' | 'conversation' | 'agent_test' | 'trial', reason: unknown) => ({
  businessId: 'b1',
  context: { type, id: 'v1' },
  useId: 'u1',
  arguments: { reason },
});

t.test('the conversation receives the reason, limited in length', async (t) => {
  for (const [reason, expected] of [
    [' Wants a refund. ', 'Wants a refund.'],
    ['x'.repeat(600), 'x'.repeat(500)],
    ['  ', null],
    [7, null],
  ] as const) {
    const { actors, commands } = world();
    t.match(await handOver(actors, use('conversation', reason)), { outcome: 'done' });
    t.same(commands, [['conversation', 'v1', { type: 'hand_over', useId: 'u1', reason: expected }]]);
  }
});

t.test('only a conversation can be handed over', async (t) => {
  for (const type of ['call', 'agent_test', 'trial'] as const) {
    const { actors, commands } = world();
    t.match(await handOver(actors, use(type, 'x')), { outcome: 'failed', result: /Nothing was done/ });
    t.same(commands, []);
  }
});
