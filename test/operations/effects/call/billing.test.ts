/** What an ended call reports to its campaign, and to its analysis. */
import t from 'tap';
import { analysis } from '../../../../actors/analysis/index.js';
import { business } from '../../../../actors/business/index.js';
import { recipients } from '../../../../actors/recipients/index.js';
import type { CallAnalyst } from '../../../../operations/analysis/call-analyst.js';
import { analysisEffects } from '../../../../operations/effects/analysis.js';
import { callBillingEffects } from '../../../../operations/effects/call/billing.js';
import { createSealer } from '../../../../operations/sealing.js';
import { STANDARD_PRICES } from '../../../../schemas/accounts/prices.js';
import { CLAIM, CLAIMING, LINK } from '../../../support/actors/claimed-recipient.js';
import { foldedActors } from '../../../support/actors/folded-actors.js';

const createWorld = () => {
  const { actors, foldOf } = foldedActors();
  const block = foldOf(recipients, 'i-0');
  for (const command of CLAIMING) block.apply(command, 0);
  const owner = foldOf(business, 'b1');
  owner.apply({ type: 'create', name: 'B', lines: 1, microcredits: 1_000_000, prices: STANDARD_PRICES }, 0);
  owner.apply({ type: 'admit_call', callId: 'c1', source: 'i', to: '+14155550123' }, 0);
  return { actors, block, owner };
};

/** Settles the claim's call, which a suppression ended before it was placed. */
const settleSuppressed = async ({ actors }: ReturnType<typeof createWorld>): Promise<void> => {
  await callBillingEffects({ actors, sealer: createSealer('secret') }).settle({
    ref: { kind: 'call', business: 'b1', id: 'c1' },
    key: 'settle',
    effect: {
      kind: 'settle',
      connectedSeconds: 0,
      carrierCostMicrocredits: 0,
      campaign: { ...LINK, claim: CLAIM },
      outcome: 'suppressed',
      returnsClearance: null,
      analysable: null,
    },
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
  });
};

t.test('a recipient who was suppressed before the call was placed is skipped', async (t) => {
  const world = createWorld();
  await settleSuppressed(world);
  t.match(world.block.state.recipients, [{ status: 'skipped' }]);
  t.equal(world.owner.state.leased, 0, 'the line is free');
});

t.test('a recipient whom the campaign had already confirmed is cancelled', async (t) => {
  const world = createWorld();
  world.block.apply({ type: 'confirm', claim: CLAIM, activity: { kind: 'call', id: 'c1' } }, 1);
  await settleSuppressed(world);
  t.match(world.block.state.recipients, [{ status: 'cancelled' }]);
});

t.test(
  'a call whose agent cannot be read is settled once, and its analysis waits for the agent',
  async (t) => {
    const asked: string[] = [];
    const { actors, foldOf } = foldedActors((kind, { type }) => {
      asked.push(`${kind} ${type}`);
      if (kind === 'agent') throw new Error('the journal of the agent is damaged');
    });
    const owner = foldOf(business, 'b1');
    owner.apply({ type: 'create', name: 'B', lines: 1, microcredits: 1_000_000, prices: STANDARD_PRICES }, 0);
    owner.apply({ type: 'switch_call_analysis', enabled: true }, 0);
    owner.apply({ type: 'admit_call', callId: 'c1', source: 'i', to: '+14155550123' }, 0);
    const context = {
      resumed: false,
      attempt: 1,
      signal: new AbortController().signal,
      assertOurs: () => undefined,
    };
    const settled = await callBillingEffects({ actors, sealer: createSealer('secret') }).settle({
      ...context,
      ref: { kind: 'call', business: 'b1', id: 'c1' },
      key: 'settle',
      effect: {
        kind: 'settle',
        connectedSeconds: 10,
        carrierCostMicrocredits: 0,
        campaign: null,
        outcome: 'completed',
        returnsClearance: null,
        analysable: { agentId: 'a1' },
      },
    });
    t.match(settled, { type: 'settle_result', blocks: 1 });
    t.same(
      asked.filter((request) => request.startsWith('agent')),
      [],
      'the agent is not read',
    );

    const effect = analysis.effects(foldOf(analysis, 'c1').state).read;
    if (effect?.kind !== 'read_settings') throw new Error('nothing is owed');
    const analyst: CallAnalyst = async () => Promise.reject(new Error('not used'));
    const { read_settings: readSettings } = analysisEffects({
      actors,
      views: { catchUp: async () => undefined },
      analyst,
    });
    const reading = { ...context, ref: { kind: 'analysis', business: 'b1', id: 'c1' }, key: 'read', effect };
    await t.rejects(readSettings(reading), /damaged/, 'it is read again later');
    t.equal(owner.state.leased, 0);
  },
);
