/** What campaigns, their iterations and the blocks of their recipients owe. */
import { business } from '../../actors/business/index.js';
import { call } from '../../actors/call/index.js';
import type { CampaignCommand, CampaignEffect } from '../../actors/campaign/commands.js';
import { sending } from '../../actors/conversation/commands.js';
import { conversation } from '../../actors/conversation/index.js';
import type { IterationCommand, IterationEffect } from '../../actors/iteration/commands.js';
import { iteration } from '../../actors/iteration/index.js';
import { BLOCK_SIZE, blockId } from '../../actors/recipients/block.js';
import type { Claim, RecipientsCommand, RecipientsEffect } from '../../actors/recipients/commands.js';
import type { IterationLink, Member, Work } from '../../actors/recipients/events.js';
import { recipients } from '../../actors/recipients/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { CampaignChannel } from '../../schemas/campaign.js';
import { DomainError } from '../../schemas/errors.js';
import type { ViewStore } from '../../views/views.js';
import { contactCallee, voiceAgent } from '../call-context.js';
import { acceptCall } from '../calls.js';
import { conversationIdOf } from '../conversation-ids.js';
import { withUploadedImages } from '../template-content.js';
import { nextPiece } from './audience.js';
import {
  accountOf,
  activityIdOf,
  campaignAgent,
  messageFor,
  type Refusal,
  refusalOf,
  skipReason,
} from './contacting.js';

export interface CampaignEffectDeps {
  readonly actors: ActorAsker;
  readonly views: ViewStore;
  /** Name of the carrier that places calls. */
  readonly carrier: string;
  /** ms since the epoch. */
  readonly now: () => number;
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

export const iterationEffects = (
  deps: CampaignEffectDeps,
): EffectHandlers<IterationEffect, IterationCommand> => {
  const { actors, views } = deps;
  return {
    load_block: async ({ ref, effect: { link, work, audience, cursor } }) => {
      const { block } = link;
      const target = { business: ref.business, id: blockId(ref.id, block) };
      const { answer: known } = await actors.ask(recipients, target, { type: 'look' });
      if (known.exists) return { type: 'block_loaded', block, ...sizesOf(known) };
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
      return { type: 'block_loaded', block, ...sizesOf(answer) };
    },

    direct: async ({ ref, effect: { block, gate, grant } }) => {
      const target = { business: ref.business, id: blockId(ref.id, block) };
      await actors.ask(recipients, target, { type: 'direct', gate, grant });
      return { type: 'block_directed', block, gate, grantSeq: grant.seq };
    },

    size: async ({ ref, effect: { channel } }) => {
      if (channel !== 'voice') return { type: 'size', permits: MESSAGES_AT_A_TIME };
      const target = { business: ref.business, id: ref.business };
      const { answer } = await actors.ask(business, target, { type: 'line_share', source: ref.id });
      const { sources = 1, leased = 0 } = answer.share ?? {};
      return { type: 'size', permits: permitsFor(answer.lines, sources, leased) };
    },
  };
};

const sizesOf = ({
  size,
  eligible,
  cursor,
}: {
  readonly size: number;
  readonly eligible: number;
  readonly cursor: string | null;
}) => ({ size, eligible, cursor });

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

interface Dispatch {
  readonly link: IterationLink;
  readonly work: Work;
  readonly contactId: string;
  readonly claim: Claim;
}

/** What a campaign's call or message knows of its recipient. */
const campaignLink = ({ link: { campaignId, iterationId, block }, claim }: Dispatch) => ({
  campaignId,
  iterationId,
  block,
  claim,
});

export const recipientsEffects = (
  deps: CampaignEffectDeps,
): EffectHandlers<RecipientsEffect, RecipientsCommand> => {
  const { actors } = deps;

  /** The call asks for the claim itself, when it has a line. @throws DomainError */
  const dispatchCall = async (businessId: string, dispatch: Dispatch): Promise<null> => {
    const { link, work, contactId, claim } = dispatch;
    const agent = await voiceAgent(deps, businessId, work.agentId);
    const callee = await contactCallee(deps, businessId, agent, contactId);
    const callId = activityIdOf(link.iterationId, contactId, claim.revision);
    const campaign = { ...campaignLink(dispatch), campaignName: link.campaignName };
    await acceptCall(deps, businessId, callId, agent, callee, campaign);
    // Who called it off before it was there found nothing to call off.
    const block = { business: businessId, id: blockId(link.iterationId, link.block) };
    const { answer } = await actors.ask(recipients, block, { type: 'look', claim });
    if (!answer.held) await withdrawCall(actors, businessId, work.channel, callId);
    return null;
  };

  /** Where it would go and what it would say. @throws DomainError */
  const messageOf = async (businessId: string, { work, contactId }: Dispatch) => {
    const agent = await campaignAgent(deps, businessId, work.channel, work.agentId);
    const { accountId } = accountOf(deps, businessId, agent.id);
    const contact = deps.views.contact(businessId, contactId);
    if (contact === null) throw new DomainError('contact_not_found');
    const content = await withUploadedImages(
      deps,
      { businessId, accountId, at: deps.now() },
      messageFor(deps, businessId, agent, work, contact),
    );
    const address = contact.mobile.replace('+', '');
    const id = conversationIdOf(businessId, 'whatsapp', accountId, address);
    const opens = { channel: 'whatsapp', accountId, address, contactId } as const;
    return { target: { business: businessId, id }, recipient: contact.mobile, content, opens };
  };

  /** What would keep it from being sent is found out first. @throws DomainError */
  const dispatchMessage = async (businessId: string, dispatch: Dispatch): Promise<RecipientsCommand> => {
    const { link, contactId, claim } = dispatch;
    const { target, content } = await messageOf(businessId, dispatch);
    if (content.type !== 'template') {
      const { answer } = await actors.ask(conversation, target, { type: 'look' });
      if ((answer.windowClosesAt ?? 0) <= deps.now()) throw new DomainError('conversation_window_closed');
    }
    const id = activityIdOf(link.iterationId, contactId, claim.revision);
    return { type: 'confirm', claim, activity: { kind: 'message', id } };
  };

  return {
    dispatch: async ({ ref, effect }) => {
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
        const begun = await (work.channel === 'voice' ? dispatchCall : dispatchMessage)(ref.business, effect);
        observe('begun', null);
        return begun;
      } catch (error) {
        const refusal = refusalOf(error);
        observe(refusal.is === 'skip' ? 'skipped' : 'held', refusal.reason);
        return toCommand(claim, refusal);
      }
    },

    hand_over: async ({ ref, effect }) => {
      const { link, contactId, claim } = effect;
      try {
        const { target, ...message } = await messageOf(ref.business, effect);
        const messageId = activityIdOf(link.iterationId, contactId, claim.revision);
        const campaign = campaignLink(effect);
        await actors.ask(
          conversation,
          target,
          sending({ messageId, author: 'campaign', campaign, ...message }),
        );
        return { type: 'handed_over', claim };
      } catch (error) {
        // It was confirmed, so it is an attempt, and one that failed.
        refusalOf(error);
        return { type: 'attempt_ended', claim, outcome: 'failed' };
      }
    },

    withdraw: async ({ ref, effect: { link, channel, contactId, claim } }) => {
      await withdrawCall(
        actors,
        ref.business,
        channel,
        activityIdOf(link.iterationId, contactId, claim.revision),
      );
      return { type: 'withdrawn', claim };
    },

    report: async ({ ref, effect: { iterationId, block, report } }) => {
      const target = { business: ref.business, id: iterationId };
      await actors.ask(iteration, target, { type: 'block_report', block, report });
      return { type: 'report_taken', report: report.report };
    },
  };
};

const toCommand = (claim: Claim, refusal: Refusal): RecipientsCommand =>
  refusal.is === 'skip'
    ? { type: 'skip', claim, reason: refusal.reason }
    : { type: 'hold', claim, reason: refusal.reason, forMs: refusal.forMs };

/**
 * A call that has ended needs no calling off, nor does one that does not exist: who is about to accept it looks at the
 * claim afterwards. A message that is on its way cannot be called off.
 */
const withdrawCall = async (
  actors: ActorAsker,
  businessId: string,
  channel: CampaignChannel,
  callId: string,
): Promise<void> => {
  if (channel !== 'voice') return;
  try {
    await actors.ask(call, { business: businessId, id: callId }, { type: 'cancel' });
  } catch (error) {
    const over =
      error instanceof DomainError && ['call_not_found', 'call_already_ended'].includes(error.code);
    if (!over) throw error;
  }
};
