/** Sending messages (spec section 4.2). */
import { sending } from '../../actors/conversation/commands.js';
import { WINDOW_MS } from '../../actors/conversation/decide.js';
import type { OutboundContent } from '../../actors/conversation/events.js';
import { conversation } from '../../actors/conversation/index.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import {
  MAX_INSTAGRAM_TEXT_BYTES,
  type MessageSend,
  type MessageSendResult,
} from '../../schemas/channels/message.js';
import { isFileKind, richProblems } from '../../schemas/channels/rich-content.js';
import { templatePlaceholders } from '../../schemas/channels/template.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { type Caller, commandIdOf } from '../caller.js';
import { accountFor } from '../channels/channels.js';
import { contactOfMobile } from '../contacts/holder-of-mobile.js';
import { livingContact } from '../contacts/living-contact.js';
import type { OperationsDeps } from '../deps.js';
import { uploadedImage } from '../media-assets/media-upload.js';
import { parseMobile } from '../mobile.js';
import { requireOutreach } from '../outreach/rules.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { conversationFor } from './conversation-address.js';
import { hasType, richContentOf, richFields, typesOf } from './rich-message.js';
import { checkForm, filledTemplate, undeclaredIn, withUploadedImages } from './template-content.js';

interface MessageOperations {
  /**
   * Accepts a message, which is sent in its turn.
   * @throws DomainError validation_failed, channel_not_connected, channel_account_not_found, media_not_found,
   *   media_expired, contact_blocked, conversation_window_closed, conversation_outbox_full; of a template
   *   variable_undeclared, agent_not_found, agent_not_active, contact_context_required, template_parameter_invalid
   */
  send(caller: Caller, body: MessageSend): Promise<Written<MessageSendResult>>;
}

export const messageOperations = (deps: OperationsDeps): MessageOperations => ({
  send: async (caller, body) => {
    const { businessId } = caller;
    const { channel = 'whatsapp' } = body;
    checkFields(body, channel);
    const account = await accountOf(deps, businessId, {
      channel,
      ...(body.phoneNumberId === undefined ? {} : { phoneNumberId: body.phoneNumberId }),
      ...(body.instagramAccountId === undefined ? {} : { providerAccountId: body.instagramAccountId }),
    });
    const address = channel === 'whatsapp' ? whatsAppAddress(body.to) : body.to;
    return queueMessage(deps, caller, { account, address, author: 'api' }, body);
  },
});

/** Sender and recipient of a message. */
interface Recipient {
  readonly account: ChannelAccountRecord;
  /** The recipient's address on the channel. */
  readonly address: string;
  readonly author: 'api' | 'human';
  /** The console user who writes. */
  readonly userId?: string;
}

/**
 * Queues a message whose account is already known. @throws DomainError as send of {@link MessageOperations}, except the
 * errors about accounts
 */
export const queueMessage = async (
  deps: OperationsDeps,
  caller: Caller,
  { account, address, author, userId }: Recipient,
  body: MessageSend,
): Promise<Written<MessageSendResult>> => {
  const { businessId } = caller;
  const { channel, accountId } = account;
  const messageId = commandIdOf(caller);
  const target = {
    business: businessId,
    id: await conversationFor(deps, businessId, { channel, accountId, address }),
  };
  const { answer: before } = await deps.actors.query(conversation, target, 'get');
  const contactId =
    before.contactId ??
    (body.type === 'template' ? await contactOfMobile(deps, businessId, `+${address}`) : null);
  if (contactId !== null) await checkNotBlocked(deps, businessId, contactId);
  await requireOutreach(deps, {
    businessId,
    channel,
    to: channel === 'whatsapp' ? `+${address}` : address,
    contactId,
    purpose: 'service',
    iterationId: null,
    at: caller.at,
    answersAt: body.type === 'template' ? null : lastReceivedAt(before),
  });
  const content = await contentOf(deps, caller, account, body, contactId);
  const opens = content.type === 'template' ? { channel, accountId, address, contactId } : null;
  const { shard, seq } = await deps.actors.ask(
    conversation,
    target,
    sending({
      messageId,
      author,
      ...(userId === undefined ? {} : { userId }),
      campaign: null,
      opens,
      recipient: body.to,
      content,
    }),
  );
  const result = {
    messageId,
    taskRef: `message:${messageId}`,
    providerMessageRef: null,
    queued: true,
    correlationId: messageId,
  };
  return { result, shard, seq };
};

/** Also finds an account that another node connected a moment ago. @throws DomainError as accountFor */
export const accountOf = async (
  deps: OperationsDeps,
  businessId: string,
  request: Parameters<typeof accountFor>[2],
): Promise<ChannelAccountRecord> => {
  try {
    return accountFor(deps, businessId, request);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await deps.views.catchUp(businessId);
    return accountFor(deps, businessId, request);
  }
};

/** @throws DomainError as templateOf, and media_not_found, media_expired */
const contentOf = async (
  deps: OperationsDeps,
  caller: Caller,
  account: ChannelAccountRecord,
  body: MessageSend,
  contactId: string | null,
): Promise<OutboundContent> => {
  const { businessId, at } = caller;
  const scope = { businessId, accountId: account.accountId, at };
  switch (body.type) {
    case 'text':
      return { type: 'text', text: body.text ?? '' };
    case 'image': {
      const { mediaId = '', caption = null } = body;
      const providerMediaId = await uploadedImage(deps, scope, mediaId);
      return { type: 'image', mediaId, caption, providerMediaId };
    }
    case 'template': {
      const template = await templateOf(deps, businessId, account, body, contactId);
      return withUploadedImages(deps, scope, template);
    }
    default:
      return richContentOf(deps, scope, body.type, body);
  }
};

/**
 * @throws DomainError validation_failed, variable_undeclared, agent_not_found, agent_not_active,
 *   contact_context_required, template_parameter_invalid
 */
const templateOf = async (
  deps: OperationsDeps,
  businessId: string,
  { agentId: assigned }: ChannelAccountRecord,
  { template }: MessageSend,
  contactId: string | null,
): Promise<OutboundContent> => {
  const { name = '', language = '', components = [], agentId = assigned } = template ?? {};
  const use = { name, languageCode: language, components, path: '/template/components' };
  checkForm(use);
  if (templatePlaceholders(components).length === 0) return filledTemplate(deps, businessId, use, null, null);
  const { views } = deps;
  const agent =
    agentId === null ? null : await readThrough(views, businessId, () => views.agent(businessId, agentId));
  if (agentId !== null && agent === null) throw new DomainError('agent_not_found');
  if (agent !== null && agent.status !== 'active') throw new DomainError('agent_not_active');
  const undeclared = undeclaredIn(use, agent);
  if (undeclared.length > 0) throw new DomainError('variable_undeclared', undefined, undeclared);
  const contact =
    contactId === null
      ? null
      : await readThrough(views, businessId, () => views.currentContact(businessId, contactId));
  return filledTemplate(deps, businessId, use, agent, contact);
};

/** Refuses fields of the other channel or another type instead of ignoring them. @throws DomainError validation_failed */
export const checkFields = (body: MessageSend, channel: AccountChannel): void => {
  const whatsapp = channel === 'whatsapp';
  const { type } = body;
  const fields: Readonly<Record<string, boolean | null>> = {
    phoneNumberId: whatsapp,
    instagramAccountId: !whatsapp,
    text: type === 'text',
    mediaId: type === 'image' || isFileKind(type),
    // Null: optional.
    caption: ['image', 'document', 'video'].includes(type) ? null : false,
    template: type === 'template',
    clientAssetId: whatsapp ? null : false,
    ...richFields(body),
  };
  const problems: ErrorDetail[] = [];
  if (!hasType(channel, type))
    problems.push({ path: '/type', message: `must be one of ${typesOf(channel)} on ${channel}` });
  for (const [name, needed] of Object.entries(fields)) {
    const isSet = Object.hasOwn(body, name);
    if (needed === true && !isSet)
      problems.push({ path: `/${name}`, message: `is required for ${body.type} on ${channel}` });
    if (needed === false && isSet)
      problems.push({ path: `/${name}`, message: `is not allowed for ${body.type} on ${channel}` });
  }
  if (!whatsapp && Buffer.byteLength(body.text ?? '') > MAX_INSTAGRAM_TEXT_BYTES)
    problems.push({ path: '/text', message: `must be at most ${MAX_INSTAGRAM_TEXT_BYTES} bytes in UTF-8` });
  refuseProblems([...problems, ...richProblems(body, channel)]);
};

/** WhatsApp identifies people by the digits of their number. @throws DomainError validation_failed */
const whatsAppAddress = (to: string): string => {
  const mobile = parseMobile(to);
  if (mobile !== null) return mobile.slice(1);
  throw new DomainError('validation_failed', undefined, [
    { path: '/to', message: 'must be a valid phone number in E.164 format, for example +14155550123' },
  ]);
};

/** When the customer last wrote something that a message may answer, ms since the epoch; null: never. */
const lastReceivedAt = ({ windowClosesAt }: { readonly windowClosesAt: number | null }): number | null =>
  windowClosesAt === null ? null : windowClosesAt - WINDOW_MS;

/** @throws DomainError contact_blocked */
const checkNotBlocked = async (
  { actors }: Pick<OperationsDeps, 'actors'>,
  businessId: string,
  contactId: string,
): Promise<void> => {
  const contact = await livingContact(actors, businessId, contactId);
  if (contact?.communicationBlocked === true) throw new DomainError('contact_blocked');
};
