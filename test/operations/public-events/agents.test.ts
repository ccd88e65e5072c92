/** Changes of an agent are gathered: open pages learn that it has changed, and read it again. */
import t from 'tap';
import { AGENTS } from '../../../operations/public-events/agents.js';
import { currentEvent } from '../../../operations/public-events/catalogue.js';
import type { GatheredViews, PublicViews } from '../../../operations/public-events/source.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { stub } from '../../../testkit/stub.js';

const AT = 1_772_535_600_000;
const NO_VIEWS = stub<PublicViews>({});
const CHANGE = { kind: 'agent.changed', id: 'a1' } as const;

t.test(
  'every event of an agent, its draft and its settings announces a change, and no webhook',
  async (t) => {
    const updatesOn = AGENTS.liveOf(NO_VIEWS, 'b1', 'a1');
    const expected = [{ type: 'gathered', topic: 'agents', gathered: CHANGE }];
    for (const type of Object.keys(AGENTS.kind.versions))
      t.strictSame(updatesOn?.({ type }, AT), expected, type);
    t.equal(AGENTS.webhooksOf(NO_VIEWS, 'b1', 'a1'), null);
  },
);

t.test('the change names the agent as it is now, without its words', async (t) => {
  const agent = stub<AgentResource>({ name: 'Bea', status: 'active', version: 4 });
  const views = stub<GatheredViews>({ agent: (_business, id) => (id === 'a1' ? agent : null) });
  t.strictSame(currentEvent(views, 'b1', CHANGE, AT), {
    type: 'agent.changed',
    occurredAt: '2026-03-03T11:00:00.000Z',
    agentId: 'a1',
    name: 'Bea',
    status: 'active',
    version: 4,
  });
  t.equal(currentEvent(views, 'b1', { ...CHANGE, id: 'other' }, AT), null);
});
