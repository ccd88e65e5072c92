/** Effects of an iteration: loading its blocks, directing them, and determining the number of permits. */
import { business } from '../../actors/business/index.js';
import type { IterationCommand, IterationEffect } from '../../actors/iteration/commands.js';
import { BLOCK_SIZE, recipientsOf } from '../../actors/recipients/block.js';
import type { BlockFacts } from '../../actors/recipients/commands.js';
import type { Member, Work } from '../../actors/recipients/events.js';
import { recipients } from '../../actors/recipients/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ViewStore } from '../../views/views.js';
import { nextPage } from '../campaigns/audience.js';
import { skipReason } from '../campaigns/contacting.js';
import { type DestinationDeps, destinationJudge } from '../outreach/destination-rule.js';

export interface IterationEffectDeps extends Pick<DestinationDeps, 'destinations'> {
  readonly actors: ActorClient;
  readonly views: ViewStore;
}

/** Messages of a campaign in flight at a time. */
const MESSAGES_AT_A_TIME = 100;
/** Contacts checked before the thread yields to other work. */
const YIELD_EVERY = 25;

/**
 * Calls of an iteration that may be claimed at a time: its fair share of the lines, or the lines that it has because
 * nothing else wants them, plus a tenth of all lines, so that a line that becomes free finds a call waiting for it.
 */
const permitsFor = (lines: number, sources: number, leased: number): number =>
  lines === 0
    ? 0
    : Math.min(lines, Math.max(Math.ceil(lines / sources), leased)) + Math.max(2, Math.ceil(lines / 10));

export const iterationEffects = (
  deps: IterationEffectDeps,
): EffectHandlers<IterationEffect, IterationCommand> => {
  const { actors, views } = deps;
  return {
    load_block: async ({ ref, effect: { link, work, audience, cursor } }) => {
      const { block } = link;
      const target = recipientsOf(ref.business, { iterationId: ref.id, block });
      const { answer: loaded } = await actors.query(recipients, target, 'get');
      if (loaded !== null) return { type: 'block_loaded', block, ...factsOf(loaded) };
      if (cursor === null) await views.catchUp(ref.business);
      const page = nextPage(views, ref.business, link.campaignId, audience, cursor, BLOCK_SIZE);
      const members = await membersOf(deps, ref.business, work, page.contactIds);
      if (members.length === 0) return { type: 'block_loaded', block, size: 0, eligible: 0, cursor: null };
      const { answer } = await actors.ask(recipients, target, {
        type: 'create',
        link,
        work,
        members,
        cursor: page.cursor,
      });
      return { type: 'block_loaded', block, ...factsOf(answer) };
    },

    direct: async ({ ref, effect: { block, gate, grant } }) => {
      const target = recipientsOf(ref.business, { iterationId: ref.id, block });
      await actors.ask(recipients, target, { type: 'direct', gate, grant });
      return { type: 'block_directed', block, gate, grantSeq: grant.seq };
    },

    size: async ({ ref, effect: { channel } }) => {
      if (channel !== 'voice') return { type: 'size', permits: MESSAGES_AT_A_TIME };
      const target = { business: ref.business, id: ref.business };
      const { answer: share } = await actors.query(business, target, 'line_share', ref.id);
      return { type: 'size', permits: permitsFor(share.lines, share.sources, share.leased) };
    },
  };
};

/** Drops fields that another build may add. */
const factsOf = ({ size, eligible, cursor }: BlockFacts): BlockFacts => ({ size, eligible, cursor });

/** The members, each with the reason if it is skipped. */
const membersOf = async (
  deps: IterationEffectDeps,
  businessId: string,
  work: Work,
  contactIds: readonly string[],
): Promise<readonly Member[]> => {
  const agent = deps.views.agent(businessId, work.agentId);
  const refusalFor = await destinationJudge(deps, businessId);
  const members: Member[] = [];
  for (const [index, contactId] of contactIds.entries()) {
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await new Promise((resolve) => setImmediate(resolve));
    // Without its agent, no contact is skipped yet, because the agent may come back.
    const contact = agent === null ? null : deps.views.contact(businessId, contactId);
    const skip = agent === null ? null : skipReason(deps, businessId, agent, work, contact, refusalFor);
    members.push({ contactId, skip });
  }
  return members;
};
