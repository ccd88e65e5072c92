/** Whether and how a campaign contacts one of its recipients. */
import type { OutboundContent } from '../../actors/conversation/events.js';
import type { RecipientClaim, RecipientsCommand } from '../../actors/recipients/commands.js';
import type { HoldReason, Work } from '../../actors/recipients/events.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import type { CampaignChannel } from '../../schemas/campaigns/states.js';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import type { ErrorCode } from '../../schemas/error-table.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { fillPlaceholders } from '../../schemas/text.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { ViewStore } from '../../views/views.js';
import { calleeOf, resolveVariables, voiceAgent } from '../calls/call-context.js';
import { filledTemplate, type TemplateUse } from '../conversations/template-content.js';
import type { DestinationRefusal } from '../outreach/destination.js';
import { destinationError } from '../outreach/destination-rule.js';
import { OutreachRefused } from '../outreach/rules.js';

type Views = { readonly views: ViewStore };
type TemplateSettings = Pick<Work, 'templateName' | 'templateLanguage' | 'templateComponents'>;

/** The id of a claim's call or message; every worker on the claim derives the same one. */
export const activityIdOf = (iterationId: string, contactId: string, revision: number): string =>
  deriveId(iterationId, contactId, String(revision));

/** Errors of one contact: the contact is skipped, and the code states the reason. */
const SKIPPED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['contact_not_found', 'contact_blocked', 'contact_out_of_scope'] as const),
  ...(['contact_context_required', 'conversation_window_closed', 'conversation_outbox_full'] as const),
  ...(['template_parameter_invalid', 'media_not_found', 'media_expired'] as const),
  ...(['destination_not_allowed', 'contact_unconfirmed', 'contact_merged'] as const),
]);

/** Errors that do not depend on the contact: the whole block waits. */
const HELD: Readonly<Partial<Record<ErrorCode, { readonly reason: HoldReason; readonly forMs: number }>>> = {
  insufficient_credit: { reason: 'credit', forMs: 30_000 },
  spend_limit_reached: { reason: 'limit', forMs: 60_000 },
  call_rate_exceeded: { reason: 'limit', forMs: 10_000 },
  agent_not_found: { reason: 'agent', forMs: 60_000 },
  agent_not_active: { reason: 'agent', forMs: 60_000 },
  agent_not_voice: { reason: 'agent', forMs: 60_000 },
  agent_channel_mismatch: { reason: 'agent', forMs: 60_000 },
  channel_not_connected: { reason: 'channel', forMs: 60_000 },
};

/** Longest time a block waits for a limit, ms. */
const MAX_HOLD_MS = 10 * 60_000;

export type Refusal =
  | { readonly type: 'skip'; readonly reason: string }
  /** The recipient waits until then, ms since the epoch; the attempt does not count. */
  | { readonly type: 'postpone'; readonly reason: string; readonly until: number }
  | { readonly type: 'hold'; readonly reason: HoldReason; readonly forMs: number };

/** What a refusal means for the recipient. @throws the error itself when campaigns do not handle it */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof DomainError)) throw error;
  if (error instanceof OutreachRefused) {
    const { allowedFrom: until, code: reason } = error.refusal;
    return until === null ? { type: 'skip', reason } : { type: 'postpone', reason, until };
  }
  if (SKIPPED.has(error.code)) return { type: 'skip', reason: error.code };
  const held = HELD[error.code];
  if (held === undefined) throw error;
  const { retryAfterSeconds } = error;
  // A limit may be raised meanwhile, so the block does not wait for the rest of a day.
  const forMs = retryAfterSeconds === null ? held.forMs : Math.min(retryAfterSeconds * 1_000, MAX_HOLD_MS);
  return { type: 'hold', reason: held.reason, forMs };
};

/** The command that applies a refusal to the recipient's block. @throws as refusalOf */
export const toRecipientsCommand = (claim: RecipientClaim, error: unknown): RecipientsCommand => ({
  ...refusalOf(error),
  claim,
});

/** @throws DomainError agent_not_found, agent_not_active, agent_not_voice, agent_channel_mismatch */
export const campaignAgent = async (
  deps: Views,
  businessId: string,
  channel: CampaignChannel,
  agentId: string,
): Promise<AgentResource> => {
  if (channel === 'voice') return voiceAgent(deps, businessId, agentId);
  const agent = await readThrough(deps.views, businessId, () => deps.views.agent(businessId, agentId));
  if (agent === null) throw new DomainError('agent_not_found');
  if (agent.status !== 'active') throw new DomainError('agent_not_active');
  if (agent.channel !== channel) throw new DomainError('agent_channel_mismatch');
  return agent;
};

/** The account that sends for the agent: its own, or the only one. @throws DomainError channel_not_connected */
export const accountOf = ({ views }: Views, businessId: string, agentId: string): ChannelAccountRecord => {
  const accounts = views.channelAccounts(businessId).filter(({ channel }) => channel === 'whatsapp');
  const own = accounts.find((account) => account.agentId === agentId);
  const account = own ?? (accounts.length === 1 ? accounts[0] : undefined);
  if (account === undefined) throw new DomainError('channel_not_connected');
  return account;
};

/** The template that the settings name, in the agent's language unless they name one; null if they name none. */
export const templateIn = (
  { templateName, templateLanguage, templateComponents = [] }: TemplateSettings,
  agent: Pick<AgentResource, 'languageCode'>,
): TemplateUse | null =>
  templateName === null
    ? null
    : {
        name: templateName,
        languageCode: templateLanguage ?? agent.languageCode.replace('-', '_'),
        components: templateComponents,
        path: '/settings/templateComponents',
      };

/** A number that a customer gave to an agent is not contacted until it is confirmed. @throws DomainError contact_unconfirmed */
export const refuseUnconfirmed = (contact: Pick<ContactResource, 'mobileUnconfirmed'> | null): void => {
  if (contact?.mobileUnconfirmed === true) throw new DomainError('contact_unconfirmed');
};

/**
 * @throws DomainError contact_blocked, contact_unconfirmed, contact_out_of_scope, contact_context_required,
 *   template_parameter_invalid
 */
export const messageFor = (
  deps: Views,
  businessId: string,
  agent: AgentResource,
  work: TemplateSettings & Pick<Work, 'messageText'>,
  contact: ContactResource,
): OutboundContent => {
  if (contact.communicationBlocked) throw new DomainError('contact_blocked');
  refuseUnconfirmed(contact);
  const inScope =
    agent.contactCategoryIds.length === 0 ||
    contact.categories.some(({ id }) => agent.contactCategoryIds.includes(id));
  if (!inScope) throw new DomainError('contact_out_of_scope');
  const template = templateIn(work, agent);
  if (template !== null) return filledTemplate(deps, businessId, template, agent, contact);
  const values = resolveVariables(deps, businessId, agent, contact);
  return { type: 'text', text: fillPlaceholders(work.messageText ?? '', values) };
};

/** The error code for which the contact would be skipped; null if it would not. `refusalFor`: judges a number to call. */
export const skipReason = (
  deps: Views,
  businessId: string,
  agent: AgentResource,
  work: Work,
  contact: ContactResource | null,
  refusalFor: (number: string) => DestinationRefusal | null,
): string | null => {
  try {
    if (contact === null) throw new DomainError('contact_not_found');
    if (work.channel === 'voice') {
      calleeOf(deps, businessId, agent, contact);
      refuseUnconfirmed(contact);
      const refusal = refusalFor(contact.mobile);
      if (refusal !== null) throw destinationError(refusal);
    } else messageFor(deps, businessId, agent, work, contact);
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal.type === 'skip' ? refusal.reason : null;
  }
};
