/** Contacts a claimed recipient by a call or a message. */
import { call } from '../../../actors/call/index.js';
import { sending } from '../../../actors/conversation/commands.js';
import { conversation } from '../../../actors/conversation/index.js';
import { recipientsOf } from '../../../actors/recipients/block.js';
import type { RecipientClaim, RecipientsCommand } from '../../../actors/recipients/commands.js';
import type { IterationLink, Work } from '../../../actors/recipients/events.js';
import { recipients } from '../../../actors/recipients/index.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import type { CampaignChannel } from '../../../schemas/campaigns/states.js';
import { DomainError } from '../../../schemas/errors.js';
import type { ViewStore } from '../../../views/views.js';
import { servingAgent } from '../../agents/serving.js';
import { calleeOf, contactToCall, voiceAgent } from '../../calls/call-context.js';
import { acceptCall } from '../../calls/calls.js';
import type { InstalledCarriers } from '../../calls/placed-by.js';
import {
  accountOf,
  activityIdOf,
  campaignAgent,
  messageFor,
  refuseUnconfirmed,
} from '../../campaigns/contacting.js';
import { conversationFor } from '../../conversations/conversation-address.js';
import { withUploadedImages } from '../../conversations/template-content.js';
import type { OutreachDeps } from '../../outreach/outreach-deps.js';
import { requireOutreach } from '../../outreach/rules.js';

export interface DispatchDeps extends InstalledCarriers, OutreachDeps {
  readonly views: ViewStore;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** The recipient to contact, and how. */
export interface Dispatch {
  readonly link: IterationLink;
  readonly work: Work;
  readonly contactId: string;
  readonly claim: RecipientClaim;
  /** It is a call-back that was planned then, ms since the epoch; absent: it is none. */
  readonly callBackPlannedAt?: number;
}

/** Starts the call, which confirms the claim itself once it has a line. @throws DomainError */
export const dispatchCall = async (
  deps: DispatchDeps,
  businessId: string,
  dispatch: Dispatch,
): Promise<RecipientsCommand | null> => {
  const { actors } = deps;
  const { link, work, contactId, claim } = dispatch;
  const published = await voiceAgent(deps, businessId, work.agentId);
  const currentId = currentRecipient(deps, dispatch);
  const contact = await contactToCall(deps, businessId, currentId);
  const served = { businessId, recipient: contact.mobile, campaignId: link.campaignId };
  const serving = servingAgent(deps.views, published, served);
  const callee = calleeOf(deps, businessId, serving.agent, contact);
  refuseUnconfirmed(deps.views.contact(businessId, currentId));
  if (await hasRefusedSince(deps, businessId, currentId, dispatch.callBackPlannedAt))
    return { type: 'skip', claim, reason: 'no_contact' };
  const callId = activityIdOf(link.iterationId, contactId, claim.revision);
  const campaign = { ...campaignLink(dispatch), campaignName: link.campaignName };
  await acceptCall(deps, { businessId, callId, ...serving, callee, at: deps.now(), campaign });
  // A withdrawal before the call existed found nothing to cancel.
  const block = recipientsOf(businessId, link);
  const { answer: isHeld } = await actors.query(recipients, block, 'is_held', claim);
  if (!isHeld) await withdrawCall(actors, businessId, work.channel, callId);
  return null;
};

/** Whether the contact, who had requested a call-back, requested not to be contacted after that, over whatever channel. */
const hasRefusedSince = async (
  { views }: DispatchDeps,
  businessId: string,
  contactId: string,
  plannedAt: number | undefined,
): Promise<boolean> => {
  if (plannedAt === undefined) return false;
  await views.catchUp(businessId);
  return (
    views.refusedInCall(businessId, contactId, plannedAt) ||
    views.refusedInWriting(businessId, contactId, plannedAt)
  );
};

/** Checks first for anything that would prevent sending. @throws DomainError */
export const dispatchMessage = async (
  deps: DispatchDeps,
  businessId: string,
  dispatch: Dispatch,
): Promise<RecipientsCommand> => {
  const { link, contactId, claim } = dispatch;
  const { target, content } = await messageOf(deps, businessId, dispatch);
  if (content.type !== 'template') {
    const { answer } = await deps.actors.query(conversation, target, 'get');
    if ((answer.windowClosesAt ?? 0) <= deps.now()) throw new DomainError('conversation_window_closed');
  }
  const id = activityIdOf(link.iterationId, contactId, claim.revision);
  return { type: 'confirm', claim, activity: { kind: 'message', id } };
};

/** Hands the message to its conversation, which sends it. @throws DomainError */
export const handOverMessage = async (
  deps: DispatchDeps,
  businessId: string,
  dispatch: Dispatch,
): Promise<void> => {
  const { link, contactId, claim } = dispatch;
  const { target, ...message } = await messageOf(deps, businessId, dispatch);
  const messageId = activityIdOf(link.iterationId, contactId, claim.revision);
  const campaign = campaignLink(dispatch);
  await deps.actors.ask(
    conversation,
    target,
    sending({ messageId, author: 'campaign', campaign, ...message }),
  );
};

/**
 * Cancels the call of a claim. A call that has ended needs no cancelling, nor does one that does not exist: a dispatch
 * that is about to accept it checks the claim afterwards. A message in flight cannot be cancelled.
 */
export const withdrawCall = async (
  actors: ActorClient,
  businessId: string,
  channel: CampaignChannel,
  callId: string,
): Promise<void> => {
  if (channel !== 'voice') return;
  try {
    await actors.ask(call, { business: businessId, id: callId }, { type: 'cancel' });
  } catch (error) {
    const hasEnded =
      error instanceof DomainError && ['call_not_found', 'call_already_ended'].includes(error.code);
    if (!hasEnded) throw error;
  }
};

/**
 * The contact to be contacted: the recipient, or the one that it was merged into. The ids of calls and messages derive from the
 * recipient all the same.
 * @throws DomainError contact_merged, if an earlier recipient of the iteration is the same contact by now
 */
const currentRecipient = ({ views }: DispatchDeps, { link, contactId, claim }: Dispatch): string => {
  const current = views.currentContactId(contactId);
  if (views.isDuplicateMember(link, claim.index, current)) throw new DomainError('contact_merged');
  return current;
};

/** The link from a campaign's call or message to its recipient. */
const campaignLink = ({ link: { campaignId, iterationId, block }, claim }: Dispatch) => ({
  campaignId,
  iterationId,
  block,
  claim,
});

/** The target and content of the message. @throws DomainError */
const messageOf = async (deps: DispatchDeps, businessId: string, dispatch: Dispatch) => {
  const { link, work } = dispatch;
  const agent = await campaignAgent(deps, businessId, work.channel, work.agentId);
  const { accountId } = accountOf(deps, businessId, agent.id);
  const contactId = currentRecipient(deps, dispatch);
  const contact = deps.views.contact(businessId, contactId);
  if (contact === null) throw new DomainError('contact_not_found');
  await requireOutreach(deps, {
    businessId,
    channel: 'whatsapp',
    to: contact.mobile,
    contactId,
    purpose: 'marketing',
    iterationId: link.iterationId,
    at: deps.now(),
  });
  const served = { businessId, recipient: contact.mobile, campaignId: null };
  const serving = servingAgent(deps.views, agent, served);
  const content = await withUploadedImages(
    deps,
    { businessId, accountId, at: deps.now() },
    messageFor(deps, businessId, serving.agent, work, contact),
  );
  const address = contact.mobile.replace('+', '');
  const id = await conversationFor(deps, businessId, { channel: 'whatsapp', accountId, address });
  const opens = { channel: 'whatsapp', accountId, address, contactId } as const;
  return { target: { business: businessId, id }, recipient: contact.mobile, content, opens };
};
