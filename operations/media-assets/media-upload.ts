/** Images and files for messages: their upload (spec section 2.8), and their ids at the channel. */
import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import type { UploadedMedia } from '../../actors/media-asset/events.js';
import { mediaAsset } from '../../actors/media-asset/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { assertNever } from '../../schemas/assert.js';
import { type FileKind, isFileKind } from '../../schemas/channels/rich-content.js';
import { MEDIA_KEPT_MS, type MediaResource, type MediaUpload } from '../../schemas/conversations/media.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { Caller } from '../caller.js';
import { accountAccess } from '../channels/account-access.js';
import { accountFor } from '../channels/channels.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { fileProblem, kindOfType, MAX_FILE_BYTES } from './file-types.js';

/** 16 MiB at 4 Mbit/s. */
const UPLOAD_MS = 40_000;

/** The types that `image-size` names. */
const MIME_TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' };

interface MediaOperations {
  /**
   * The same bytes for the same account are uploaded once.
   * @throws DomainError media_content_invalid, channel_not_connected, channel_account_not_found, channel_failed
   */
  upload(caller: Caller, body: MediaUpload, content: Uint8Array): Promise<Written<MediaResource>>;
}

export const mediaOperations = (deps: OperationsDeps): MediaOperations => ({
  upload: async (caller, body, content) => {
    const { actors } = deps;
    const { businessId } = caller;
    checkContent(content, body);
    await deps.views.catchUp(businessId);
    const account = accountFor(deps, businessId, {
      channel: 'whatsapp',
      phoneNumberId: body.phoneNumberId,
    });
    const sha256 = createHash('sha256').update(content).digest('hex');
    const mediaId = deriveId(businessId, 'media', account.id, sha256);
    const target = { business: businessId, id: mediaId };
    const { answer: uploaded, shard, seq } = await actors.query(mediaAsset, target, 'get');
    // The same bytes were uploaded before, and the channel keeps them long enough.
    if (uploaded !== null && uploaded.expiresAt > caller.at + MEDIA_KEPT_MS / 2)
      return { result: mediaResource(mediaId, uploaded), shard, seq };
    const media: UploadedMedia = {
      accountId: account.accountId,
      providerMediaId: await uploadToChannel(deps, businessId, account.id, body, content),
      mimeType: body.mimeType,
      sha256,
      uploadedAt: caller.at,
      expiresAt: caller.at + MEDIA_KEPT_MS,
    };
    const stored = await actors.ask(mediaAsset, target, { type: 'uploaded', media });
    return { result: mediaResource(mediaId, media), shard: stored.shard, seq: stored.seq };
  },
});

/** The channel's own id of the image. @throws DomainError channel_not_connected, channel_failed, media_content_invalid */
const uploadToChannel = async (
  deps: OperationsDeps,
  businessId: string,
  accountId: string,
  { mimeType, fileName }: MediaUpload,
  bytes: Uint8Array,
): Promise<string> => {
  const access = await accountAccess(deps, businessId, accountId);
  const channel = deps.channels.get('whatsapp');
  if (access === null || channel === undefined) throw new DomainError('channel_not_connected');
  const file = { bytes, mimeType, fileName };
  const uploaded = await channel.uploadFile(access, file, timeoutSignal(UPLOAD_MS));
  switch (uploaded.type) {
    case 'uploaded':
      return uploaded.providerMediaId;
    case 'failed':
      throw new DomainError('channel_failed');
    case 'refused':
      throw new DomainError('media_content_invalid', undefined, [
        { path: '/contentBase64', message: uploaded.failure.message },
      ]);
    default:
      return assertNever(uploaded);
  }
};

const mediaResource = (mediaId: string, media: UploadedMedia): MediaResource => ({
  mediaId,
  providerMediaId: media.providerMediaId,
  mediaType: kindOfType(media.mimeType) ?? 'image',
  mimeType: media.mimeType,
  uploadedAt: new Date(media.uploadedAt).toISOString(),
  expiresAt: new Date(media.expiresAt).toISOString(),
  contentSha256: media.sha256,
  providerStatus: 'uploaded',
  correlationId: mediaId,
});

/** Checks the content itself, whatever its name and type claim. @throws DomainError media_content_invalid */
const checkContent = (content: Uint8Array, { mediaType, mimeType }: MediaUpload): void => {
  const refuse = (message: string): never => {
    throw new DomainError('media_content_invalid', undefined, [{ path: '/contentBase64', message }]);
  };
  if (isFileKind(mediaType)) {
    const problem = fileProblem(mediaType, mimeType, content);
    if (problem !== null) refuse(problem);
    return;
  }
  if (content.length > MAX_FILE_BYTES.image) refuse(`must be at most ${MAX_FILE_BYTES.image} bytes`);
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

/** Longer than a message may wait in its outbox before it is sent, ms. */
const MARGIN_MS = 60 * 60 * 1_000;

/** The account that uploaded a file; `at`: ms since the epoch. */
export interface UploadScope {
  readonly businessId: string;
  readonly accountId: string;
  readonly at: number;
}

/** The provider's id of an image that the account uploaded. @throws DomainError as uploadedFile */
export const uploadedImage = (
  deps: { readonly actors: ActorClient },
  scope: UploadScope,
  mediaId: string,
): Promise<string> => uploadedFile(deps, scope, mediaId, 'image');

/**
 * The provider's id of a file of this kind that the account uploaded.
 * @throws DomainError media_not_found, media_expired, media_type_mismatch
 */
export const uploadedFile = async (
  { actors }: { readonly actors: ActorClient },
  { businessId, accountId, at }: UploadScope,
  mediaId: string,
  kind: FileKind | 'image',
): Promise<string> => {
  const target = { business: businessId, id: mediaId };
  const { answer: uploaded } = await actors.query(mediaAsset, target, 'get');
  if (uploaded === null || uploaded.accountId !== accountId) throw new DomainError('media_not_found');
  if (uploaded.expiresAt <= at + MARGIN_MS) throw new DomainError('media_expired');
  const uploadedKind = kindOfType(uploaded.mimeType);
  if (uploadedKind !== kind)
    throw new DomainError('media_type_mismatch', `The file is of the kind ${uploadedKind}; send it as that.`);
  return uploaded.providerMediaId;
};
