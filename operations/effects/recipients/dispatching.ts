/** Contacting a recipient that was claimed: by a call, or by a message. */
import { call } from '../../../actors/call/index.js';
import { sending } from '../../../actors/conversation/commands.js';
import { conversation } from '../../../actors/conversation/index.js';
import type { RecipientClaim, RecipientsCommand } from '../../../actors/recipients/commands.js';
import type { IterationLink, Work } from '../../../actors/recipients/events.js';
import { recipients } from '../../../actors/recipients/index.js';
import type { ActorAsker } from '../../../actors/runtime/asking.js';
import type { CampaignChannel } from '../../../schemas/campaign.js';
import { DomainError } from '../../../schemas/errors.js';
import type { ViewStore } from '../../../views/views.js';
import { contactCallee, voiceAgent } from '../../calls/call-context.js';
import { acceptCall } from '../../calls/calls.js';
import type { InstalledCarriers } from '../../calls/placed-by.js';
import {
  accountOf,
  activityIdOf,
  campaignAgent,
  messageFor,
  refuseUnconfirmed,
} from '../../campaigns/contacting.js';
import { recipientsOf } from '../../campaigns/recipients-of.js';
import { conversationIdOf } from '../../conversations/conversation-ids.js';
import { withUploadedImages } from '../../conversations/template-content.js';
import type { OutreachDeps } from '../../outreach/outreach-deps.js';
import { requireOutreach } from '../../outreach/rules.js';

export interface DispatchDeps extends InstalledCarriers, OutreachDeps {
  readonly views: ViewStore;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Who is contacted, and how. */
export interface Dispatch {
  readonly link: IterationLink;
  readonly work: Work;
  readonly contactId: string;
  readonly claim: RecipientClaim;
}

/** The call asks for the claim itself, when it has a line. @throws DomainError */
export const dispatchCall = async (
  deps: DispatchDeps,
  businessId: string,
  dispatch: Dispatch,
): Promise<null> => {
  const { actors } = deps;
  const { link, work, contactId, claim } = dispatch;
  const agent = await voiceAgent(deps, businessId, work.agentId);
  const callee = await contactCallee(deps, businessId, agent, contactId);
  refuseUnconfirmed(deps.views.contact(businessId, contactId));
  const callId = activityIdOf(link.iterationId, contactId, claim.revision);
  const campaign = { ...campaignLink(dispatch), campaignName: link.campaignName };
  await acceptCall(deps, businessId, callId, agent, callee, deps.now(), campaign);
  // Who called it off before it was there found nothing to call off.
  const block = recipientsOf(businessId, link);
  const { answer: isHeld } = await actors.query(recipients, block, 'is_held', claim);
  if (!isHeld) await withdrawCall(actors, businessId, work.channel, callId);
  return null;
};

/** What would keep it from being sent is found out first. @throws DomainError */
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

/** Gives the message to its conversation, which sends it. @throws DomainError */
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
 * A call that has ended needs no calling off, nor does one that does not exist: who is about to accept it looks at the
 * claim afterwards. A message that is on its way cannot be called off.
 */
export const withdrawCall = async (
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

/** What a campaign's call or message knows of its recipient. */
const campaignLink = ({ link: { campaignId, iterationId, block }, claim }: Dispatch) => ({
  campaignId,
  iterationId,
  block,
  claim,
});

/** Where it would go and what it would say. @throws DomainError */
const messageOf = async (deps: DispatchDeps, businessId: string, { link, work, contactId }: Dispatch) => {
  const agent = await campaignAgent(deps, businessId, work.channel, work.agentId);
  const { accountId } = accountOf(deps, businessId, agent.id);
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
