/** Media for messages on the wire (spec section 2.8). */
import { type Static, Type } from 'typebox';
import { FILE_KINDS } from '../channels/rich-content.js';
import { upload } from '../contacts/job.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** Largest request (docs/reference/api.md "Limits"). */
export const MEDIA_BODY_BYTES = 24 * 1024 * 1024;
/** How long the channel keeps an upload, ms (docs/reference/protocols/whatsapp.md "Media"). */
export const MEDIA_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Types of files that WhatsApp accepts in messages. */
const SENDABLE_TYPES = [
  ...(['image/jpeg', 'image/png', 'video/mp4', 'video/3gpp'] as const),
  ...(['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'] as const),
  ...(['application/pdf', 'text/plain', 'application/msword'] as const),
  ...(['application/vnd.ms-excel', 'application/vnd.ms-powerpoint'] as const),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const;

export const MediaUpload = Type.Object(
  {
    businessId: Uuid,
    channel: Type.Optional(Type.Literal('whatsapp')),
    phoneNumberId: Type.String({ minLength: 1, maxLength: 64 }),
    mediaType: literals(['image', ...FILE_KINDS]),
    mimeType: literals(SENDABLE_TYPES, { description: 'One that belongs to mediaType.' }),
    clientAssetId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    ...upload,
  },
  closed,
);
export type MediaUpload = Static<typeof MediaUpload>;

export const MediaResource = Type.Object(
  {
    mediaId: Uuid,
    providerMediaId: Type.String(),
    mediaType: literals(['image', ...FILE_KINDS]),
    mimeType: Type.String(),
    uploadedAt: DateTime,
    expiresAt: DateTime,
    contentSha256: Type.String({ description: 'Lower-case hexadecimal, of the bytes.' }),
    providerStatus: Type.Literal('uploaded'),
    correlationId: Type.String(),
  },
  closed,
);
export type MediaResource = Static<typeof MediaResource>;

const MIB = 1024 * 1024;

/** Types of customers' files that are stored, and the largest of each, bytes; the channels accept no larger ones. */
export const RECEIVED_MEDIA_BYTES: Readonly<Record<string, number>> = {
  image: 8 * MIB,
  sticker: MIB,
  audio: 25 * MIB,
  video: 25 * MIB,
  file: 25 * MIB,
  document: 100 * MIB,
};
/** How long customers' files are kept, ms. */
export const RECEIVED_MEDIA_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** A file that a customer sent, with a signed link to it. */
export const ReceivedMedia = Type.Object(
  {
    id: Uuid,
    status: literals(['pending', 'ready', 'failed'], {
      description: 'pending: being fetched from the channel; its link waits for it.',
    }),
    mimeType: nullable(Type.String({ description: 'As reported by the channel.' })),
    fileName: nullable(Type.String({ description: 'The name that the customer’s app sent.' })),
    sizeBytes: nullable(Count),
    sha256: nullable(Type.String({ description: 'Lower-case hexadecimal, of the bytes.' })),
    url: nullable(Type.String({ description: 'Signed and sensitive; null if the file is not available.' })),
    urlExpiresAt: nullable(DateTime),
    keptUntil: nullable(DateTime),
    failure: nullable(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { ...closed, description: 'Why the file is not available.' },
      ),
    ),
    transcript: Type.Optional(
      Type.Object(
        {
          text: nullable(Type.String({ description: 'Null: no words could be understood.' })),
          isPartial: Type.Boolean({ description: 'Only the beginning was listened to.' }),
        },
        {
          ...closed,
          description: 'The words of a voice note that an agent answers, once it was listened to.',
        },
      ),
    ),
  },
  closed,
);
export type ReceivedMedia = Static<typeof ReceivedMedia>;
