/** Recipients are divided as the percentage says, and each keeps their version. */
import t from 'tap';
import { isDiverted, servingAgent } from '../../../operations/agents/serving.js';
import type { SplitResource } from '../../../schemas/agents/split.js';
import type { AgentVersion } from '../../../schemas/agents/version.js';
import { stub } from '../../../testkit/stub.js';
import { agentOf } from '../../support/views/resources.js';

const splitOf = (splitId: string, percent: number, campaignId: string | null = null): SplitResource =>
  stub<SplitResource>({ splitId, percent, campaignId, published: 3, version: 1 });
const numbers = Array.from({ length: 20_000 }, (_, index) => `+1415${String(5_550_000 + index)}`);
const shareIn = (recipients: readonly string[], splitId: string, percent: number): number =>
  recipients.filter((recipient) => isDiverted({ splitId, percent }, recipient)).length / recipients.length;

t.test('the share of the recipients is the percentage, and a larger one keeps those who have it', (t) => {
  for (const percent of [1, 20, 50, 99]) {
    const deviation = Math.sqrt(((percent / 100) * (1 - percent / 100)) / numbers.length);
    const share = shareIn(numbers, 's1', percent);
    t.ok(Math.abs(share - percent / 100) < 5 * deviation, `${percent} %: ${share}`);
  }
  const some = numbers.filter((number) => isDiverted({ splitId: 's1', percent: 20 }, number));
  t.equal(shareIn(some, 's1', 30), 1, 'a recipient is not moved back');
  const other = shareIn(some, 's2', 50);
  t.ok(Math.abs(other - 0.5) < 0.05, `another split divides them independently: ${other}`);
  t.equal(
    isDiverted({ splitId: 's1', percent: 50 }, '+14155550100'),
    true,
    'as on every node and in every build',
  );
  t.equal(isDiverted({ splitId: 's1', percent: 50 }, '+14155550103'), false);
  t.end();
});

t.test(
  'the split of a campaign comes before that of its agent, and a version that is gone serves nobody',
  (t) => {
    const agent = agentOf({ id: 'a1', version: 3, name: 'Published' });
    const version = (number: number): AgentVersion =>
      stub<AgentVersion>({
        version: number,
        createdAt: '',
        by: null,
        note: 'Old.',
        restored: 2,
        name: `Version ${number}`,
        dataSourceVariables: [{ alias: 'who', sourceId: 's', fieldKey: 'name' }],
      });
    const served = (
      splits: readonly SplitResource[],
      campaignId: string | null,
      kept: readonly number[] = [1],
    ) =>
      servingAgent(
        {
          runningSplit: (_business, _agent, of) => splits.find((split) => split.campaignId === of) ?? null,
          agentVersion: (_business, _agent, number) => (kept.includes(number) ? version(number) : null),
        },
        agent,
        { businessId: 'b1', recipient: numbers[0] ?? '', campaignId },
      );
    // A percentage of 100 or 0 leaves nothing to chance.
    const [ofAgent, ofCampaign] = [splitOf('s1', 100), splitOf('s2', 0, 'k1')];
    t.same(served([], null), { agent, splitId: null });
    const diverted = served([ofAgent], 'k1');
    t.match(diverted, {
      splitId: 's1',
      agent: { id: 'a1', version: 1, name: 'Version 1', contactContextRequired: true },
    });
    t.notOk('note' in diverted.agent, 'it is an agent, not a version');
    t.same(served([ofAgent, ofCampaign], 'k1'), { agent, splitId: 's2' });
    t.match(served([ofAgent, ofCampaign], null), { splitId: 's1' });
    t.same(served([ofAgent], null, []), { agent, splitId: null });
    t.end();
  },
);
