/** What campaigns, their iterations and the blocks of their recipients owe. */
import { business } from '../../actors/business/index.js';
import type { CampaignCommand, CampaignEffect } from '../../actors/campaign/commands.js';
import type { IterationCommand, IterationEffect } from '../../actors/iteration/commands.js';
import { iteration } from '../../actors/iteration/index.js';
import { BLOCK_SIZE, blockId } from '../../actors/recipients/block.js';
import type {
  BlockFacts,
  RecipientClaim,
  RecipientsCommand,
  RecipientsEffect,
} from '../../actors/recipients/commands.js';
import type { Member, Work } from '../../actors/recipients/events.js';
import { recipients } from '../../actors/recipients/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { CampaignChannel } from '../../schemas/campaign.js';
import { nextPiece } from './audience.js';
import { activityIdOf, type Refusal, refusalOf, skipReason } from './contacting.js';
import {
  type DispatchDeps,
  dispatchCall,
  dispatchMessage,
  handOverMessage,
  withdrawCall,
} from './dispatching.js';

export interface CampaignEffectDeps extends DispatchDeps {
  /** Hears what came of each claim, for logs and metrics. */
  readonly observe: (what: DispatchOutcome) => void;
}

/** What came of a claim: contact was begun, the recipient is passed over, or the block waits. */
export interface DispatchOutcome {
  readonly businessId: string;
  readonly iterationId: string;
  readonly channel: CampaignChannel;
  readonly outcome: 'begun' | 'skipped' | 'held';
  /** The error code, or what is waited for; null when it was begun. */
  readonly reason: string | null;
}

/** Handlers of what a campaign owes: opening its iterations. */
export const campaignEffects = ({
  actors,
}: CampaignEffectDeps): EffectHandlers<CampaignEffect, CampaignCommand> => ({
  open_iteration: async ({ ref, effect: { campaignName, ordinal, plan } }) => {
    const { iterationId, ...facts } = plan;
    await actors.ask(
      iteration,
      { business: ref.business, id: iterationId },
      { type: 'create', campaignId: ref.id, campaignName, ordinal, ...facts },
    );
    return { type: 'iteration_opened', iterationId };
  },
});

/** Messages of a campaign that are on their way at a time. */
const MESSAGES_AT_A_TIME = 100;
/** Contacts that are looked at without letting others have the thread. */
const LOOKED_AT = 25;

/**
 * Calls of an iteration that may be claimed at a time: its fair part of the lines, or what it has of those that nobody
 * else wants, and a tenth more, so that a line that comes free finds a call that waits for it.
 */
const permitsFor = (lines: number, sources: number, leased: number): number =>
  lines === 0
    ? 0
    : Math.min(lines, Math.max(Math.ceil(lines / sources), leased)) + Math.max(2, Math.ceil(lines / 10));

/** Handlers of what an iteration owes: its blocks, what they are told, how many permits there are. */
export const iterationEffects = (
  deps: CampaignEffectDeps,
): EffectHandlers<IterationEffect, IterationCommand> => {
  const { actors, views } = deps;
  return {
    load_block: async ({ ref, effect: { link, work, audience, cursor } }) => {
      const { block } = link;
      const target = { business: ref.business, id: blockId(ref.id, block) };
      const { answer: loaded } = await actors.query(recipients, target, 'get');
      if (loaded !== null) return { type: 'block_loaded', block, ...factsOf(loaded) };
      if (cursor === null) await views.catchUp(ref.business);
      const piece = nextPiece(views, ref.business, link.campaignId, audience, cursor, BLOCK_SIZE);
      const members = await membersOf(deps, ref.business, work, piece.contactIds);
      if (members.length === 0) return { type: 'block_loaded', block, size: 0, eligible: 0, cursor: null };
      const { answer } = await actors.ask(recipients, target, {
        type: 'create',
        link,
        work,
        members,
        cursor: piece.cursor,
      });
      return { type: 'block_loaded', block, ...factsOf(answer) };
    },

    direct: async ({ ref, effect: { block, gate, grant } }) => {
      const target = { business: ref.business, id: blockId(ref.id, block) };
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

/** Without what another build may tell besides. */
const factsOf = ({ size, eligible, cursor }: BlockFacts): BlockFacts => ({ size, eligible, cursor });

/** With why some of them are passed over. */
const membersOf = async (
  deps: CampaignEffectDeps,
  businessId: string,
  work: Work,
  contactIds: readonly string[],
): Promise<readonly Member[]> => {
  const agent = deps.views.agent(businessId, work.agentId);
  const members: Member[] = [];
  for (const [index, contactId] of contactIds.entries()) {
    if (index % LOOKED_AT === LOOKED_AT - 1) await new Promise((resolve) => setImmediate(resolve));
    // Without its agent, nobody is passed over yet: the agent may come back.
    const skip = agent === null ? null : skipReason(deps, businessId, agent, work, contactId);
    members.push({ contactId, skip });
  }
  return members;
};

/** Handlers of what a block owes: contacting whom it has claimed, calling that off, reporting. */
export const recipientsEffects = (
  deps: CampaignEffectDeps,
): EffectHandlers<RecipientsEffect, RecipientsCommand> => ({
  dispatch: dispatchClaim(deps),

  hand_over: async ({ ref, effect }) => {
    const { claim } = effect;
    try {
      await handOverMessage(deps, ref.business, effect);
      return { type: 'handed_over', claim };
    } catch (error) {
      // It was confirmed, so it is an attempt, and one that failed.
      refusalOf(error);
      return { type: 'attempt_ended', claim, outcome: 'failed' };
    }
  },

  withdraw: async ({ ref, effect: { link, channel, contactId, claim } }) => {
    const callId = activityIdOf(link.iterationId, contactId, claim.revision);
    await withdrawCall(deps.actors, ref.business, channel, callId);
    return { type: 'withdrawn', claim };
  },

  report: async ({ ref, effect: { iterationId, block, report } }) => {
    const target = { business: ref.business, id: iterationId };
    await deps.actors.ask(iteration, target, { type: 'block_report', block, report });
    return { type: 'report_taken', report: report.report };
  },
});

const dispatchClaim =
  (deps: CampaignEffectDeps): EffectHandlers<RecipientsEffect, RecipientsCommand>['dispatch'] =>
  async ({ ref, effect }) => {
    const { link, work, claim } = effect;
    const observe = (outcome: DispatchOutcome['outcome'], reason: string | null): void =>
      deps.observe({
        businessId: ref.business,
        iterationId: link.iterationId,
        channel: work.channel,
        outcome,
        reason,
      });
    try {
      const dispatch = work.channel === 'voice' ? dispatchCall : dispatchMessage;
      const begun = await dispatch(deps, ref.business, effect);
      observe('begun', null);
      return begun;
    } catch (error) {
      const refusal = refusalOf(error);
      observe(refusal.is === 'skip' ? 'skipped' : 'held', refusal.reason);
      return toCommand(claim, refusal);
    }
  };

const toCommand = (claim: RecipientClaim, refusal: Refusal): RecipientsCommand =>
  refusal.is === 'skip'
    ? { type: 'skip', claim, reason: refusal.reason }
    : { type: 'hold', claim, reason: refusal.reason, forMs: refusal.forMs };
