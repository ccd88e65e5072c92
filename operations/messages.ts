/** Sending messages, and media for them (spec sections 2.8 and 4.2). */
import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import { contactPartition } from '../actors/contact-partition/index.js';
import { sending } from '../actors/conversation/commands.js';
import type { OutboundContent } from '../actors/conversation/events.js';
import { conversation } from '../actors/conversation/index.js';
import type { UploadedMedia } from '../actors/media-asset/events.js';
import { mediaAsset } from '../actors/media-asset/index.js';
import type { MessagingChannel } from '../providers/channels/messaging-channel.js';
import { assertNever } from '../schemas/assert.js';
import type { AccountChannel } from '../schemas/channel.js';
import { DomainError, type ErrorDetail } from '../schemas/errors.js';
import { deriveId, partitionOfContact } from '../schemas/ids.js';
import { MAX_IMAGE_BYTES, MEDIA_KEPT_MS, type MediaResource, type MediaUpload } from '../schemas/media.js';
import { MAX_INSTAGRAM_TEXT_BYTES, type MessageSend } from '../schemas/message.js';
import { templatePlaceholders } from '../schemas/template.js';
import type { ChannelAccountRecord } from '../views/channel-accounts/index.js';
import { readThrough } from '../views/kernel/read-through.js';
import { accountAccess } from './account-access.js';
import { accountFor } from './channels.js';
import { contactOfMobile } from './contact-of-mobile.js';
import { conversationIdOf } from './conversation-ids.js';
import type { OperationsDeps } from './deps.js';
import { parseMobile } from './mobile.js';
import { type Caller, commandIdOf, type Operations } from './operations.js';
import { refuseProblems } from './refusals.js';
import { checkForm, filledTemplate, undeclaredIn, withUploadedImages } from './template-content.js';
import { uploadedImage } from './uploaded-media.js';

type MessageOperations = Pick<Operations, 'sendMessage' | 'uploadMedia'>;

const UPLOAD_MS = 20_000;

/** The types that `image-size` names. */
const MIME_TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' };

export const messageOperations = (deps: OperationsDeps): MessageOperations => {
  const { actors } = deps;

  const channelFor = (name: AccountChannel): MessagingChannel => {
    const channel = deps.channels.get(name);
    if (channel === undefined) throw new DomainError('channel_not_connected');
    return channel;
  };

  /** One that was connected a moment ago, on another node, counts. @throws DomainError as accountFor */
  const accountOf = async (
    businessId: string,
    named: Parameters<typeof accountFor>[2],
  ): Promise<ChannelAccountRecord> => {
    try {
      return accountFor(deps, businessId, named);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await deps.views.catchUp(businessId);
      return accountFor(deps, businessId, named);
    }
  };

  /** @throws DomainError as templateOf, and media_not_found, media_expired */
  const contentOf = async (
    caller: Caller,
    account: ChannelAccountRecord,
    body: MessageSend,
    contactId: string | null,
  ): Promise<OutboundContent> => {
    const scope = { businessId: caller.businessId, accountId: account.accountId, at: caller.at };
    switch (body.type) {
      case 'text':
        return { type: 'text', text: body.text ?? '' };
      case 'image': {
        const { mediaId = '', caption = null } = body;
        return {
          type: 'image',
          mediaId,
          caption,
          providerMediaId: await uploadedImage(deps, scope, mediaId),
        };
      }
      case 'template':
        return withUploadedImages(deps, scope, await templateOf(caller.businessId, account, body, contactId));
      default:
        return assertNever(body.type);
    }
  };

  /**
   * @throws DomainError validation_failed, variable_undeclared, agent_not_found, agent_not_active,
   *   contact_context_required, template_parameter_invalid
   */
  const templateOf = async (
    businessId: string,
    { agentId: assigned }: ChannelAccountRecord,
    { template }: MessageSend,
    contactId: string | null,
  ): Promise<OutboundContent> => {
    const { name = '', language = '', components = [], agentId = assigned } = template ?? {};
    const use = { name, languageCode: language, components, path: '/template/components' };
    checkForm(use);
    if (templatePlaceholders(components).length === 0)
      return filledTemplate(deps, businessId, use, null, null);
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
        : await readThrough(views, businessId, () => views.contact(businessId, contactId));
    return filledTemplate(deps, businessId, use, agent, contact);
  };

  return {
    sendMessage: async (caller, body) => {
      const { businessId } = caller;
      const { channel = 'whatsapp' } = body;
      checkFields(body, channel);
      const account = await accountOf(businessId, {
        channel,
        ...(body.phoneNumberId === undefined ? {} : { phoneNumberId: body.phoneNumberId }),
        ...(body.instagramAccountId === undefined ? {} : { providerAccountId: body.instagramAccountId }),
      });
      const address = channel === 'whatsapp' ? whatsAppAddress(body.to) : body.to;
      const messageId = commandIdOf(caller);
      const id = conversationIdOf(businessId, channel, account.accountId, address);
      const target = { business: businessId, id };
      const { answer: known } = await actors.ask(conversation, target, { type: 'look' });
      const contactId =
        known.contactId ??
        (body.type === 'template' ? await contactOfMobile(deps, businessId, `+${address}`) : null);
      if (contactId !== null) await checkNotBlocked(deps, businessId, contactId);
      const content = await contentOf(caller, account, body, contactId);
      const opens =
        content.type === 'template' ? { channel, accountId: account.accountId, address, contactId } : null;
      const { shard, seq } = await actors.ask(
        conversation,
        target,
        sending({ messageId, author: 'api', campaign: null, opens, recipient: body.to, content }),
      );
      return {
        result: {
          messageId,
          taskRef: `message:${messageId}`,
          providerMessageRef: null,
          queued: true,
          correlationId: messageId,
        },
        shard,
        seq,
      };
    },

    uploadMedia: async (caller, body, content) => {
      const { businessId } = caller;
      checkImage(content, body);
      await deps.views.catchUp(businessId);
      const account = accountFor(deps, businessId, {
        channel: 'whatsapp',
        phoneNumberId: body.phoneNumberId,
      });
      const sha256 = createHash('sha256').update(content).digest('hex');
      const mediaId = deriveId(businessId, 'media', account.id, sha256);
      const target = { business: businessId, id: mediaId };
      const { answer, shard, seq } = await actors.ask(mediaAsset, target, { type: 'look' });
      // The same bytes again: the channel has them for long enough.
      if (answer.media !== null && answer.media.expiresAt > caller.at + MEDIA_KEPT_MS / 2)
        return { result: mediaResource(mediaId, answer.media), shard, seq };
      const access = await accountAccess(deps, businessId, account.id);
      if (access === null) throw new DomainError('channel_not_connected');
      const image = { bytes: content, mimeType: body.mimeType, fileName: body.fileName };
      const uploaded = await channelFor('whatsapp').uploadImage(
        access,
        image,
        AbortSignal.timeout(UPLOAD_MS),
      );
      if (uploaded.is === 'failed') throw new DomainError('channel_failed');
      if (uploaded.is === 'refused') {
        throw new DomainError('media_content_invalid', undefined, [
          { path: '/contentBase64', message: uploaded.failure.message },
        ]);
      }
      const media: UploadedMedia = {
        accountId: account.accountId,
        providerMediaId: uploaded.providerMediaId,
        mimeType: body.mimeType,
        sha256,
        uploadedAt: caller.at,
        expiresAt: caller.at + MEDIA_KEPT_MS,
      };
      const told = await actors.ask(mediaAsset, target, { type: 'uploaded', media });
      return { result: mediaResource(mediaId, media), shard: told.shard, seq: told.seq };
    },
  };
};

const mediaResource = (mediaId: string, media: UploadedMedia): MediaResource => ({
  mediaId,
  providerMediaId: media.providerMediaId,
  mediaType: 'image',
  mimeType: media.mimeType,
  uploadedAt: new Date(media.uploadedAt).toISOString(),
  expiresAt: new Date(media.expiresAt).toISOString(),
  contentSha256: media.sha256,
  providerStatus: 'uploaded',
  correlationId: mediaId,
});

/** What belongs to the other channel or the other type is refused, not passed over. @throws DomainError validation_failed */
const checkFields = (body: MessageSend, channel: AccountChannel): void => {
  const whatsapp = channel === 'whatsapp';
  const { type } = body;
  const wanted: Readonly<Record<string, boolean | null>> = {
    phoneNumberId: whatsapp,
    instagramAccountId: !whatsapp,
    text: type === 'text',
    mediaId: type === 'image',
    // Null: it may be there or not.
    caption: type === 'image' ? null : false,
    template: type === 'template',
    clientAssetId: whatsapp ? null : false,
  };
  const problems: ErrorDetail[] = [];
  if (!whatsapp && type !== 'text') problems.push({ path: '/type', message: 'must be text on Instagram' });
  for (const [name, needed] of Object.entries(wanted)) {
    const given = Object.hasOwn(body, name);
    if (needed === true && !given)
      problems.push({ path: `/${name}`, message: `must be given for ${body.type} on ${channel}` });
    if (needed === false && given)
      problems.push({ path: `/${name}`, message: `must not be given for ${body.type} on ${channel}` });
  }
  if (!whatsapp && Buffer.byteLength(body.text ?? '') > MAX_INSTAGRAM_TEXT_BYTES)
    problems.push({ path: '/text', message: `must be at most ${MAX_INSTAGRAM_TEXT_BYTES} bytes in UTF-8` });
  refuseProblems(problems);
};

/** WhatsApp names people by the digits of their number. @throws DomainError validation_failed */
const whatsAppAddress = (to: string): string => {
  const mobile = parseMobile(to);
  if (mobile !== null) return mobile.slice(1);
  throw new DomainError('validation_failed', undefined, [
    { path: '/to', message: 'must be a valid number in E.164, for example +14155550123' },
  ]);
};

/** @throws DomainError contact_blocked */
const checkNotBlocked = async (
  { actors }: Pick<OperationsDeps, 'actors'>,
  businessId: string,
  contactId: string,
): Promise<void> => {
  const target = { business: businessId, id: partitionOfContact(contactId) };
  const { answer } = await actors.ask(contactPartition, target, { type: 'look', contactId });
  if (answer.contact?.communicationBlocked === true) throw new DomainError('contact_blocked');
};

/** By the content, whatever its name and type say. @throws DomainError media_content_invalid */
const checkImage = (content: Uint8Array, { mimeType }: MediaUpload): void => {
  const refuse = (message: string): never => {
    throw new DomainError('media_content_invalid', undefined, [{ path: '/contentBase64', message }]);
  };
  if (content.length > MAX_IMAGE_BYTES) refuse(`must be at most ${MAX_IMAGE_BYTES} bytes`);
  const found = imageType(content);
  if (found === null) refuse('must be a JPEG or PNG image');
  else if (found !== mimeType) refuse(`is ${found}, not ${mimeType}`);
};

const imageType = (content: Uint8Array): string | null => {
  try {
    return MIME_TYPES[imageSize(content).type ?? ''] ?? null;
  } catch {
    return null;
  }
};
