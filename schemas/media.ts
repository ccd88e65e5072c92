/** Media for messages on the wire (spec section 2.8). */
import { type Static, Type } from 'typebox';
import { upload } from './job.js';

const closed = { additionalProperties: false } as const;
const Uuid = Type.String({ format: 'uuid' });

/** Largest request (contract.md "Limits"). */
export const MEDIA_BODY_BYTES = 8 * 1024 * 1024;
/** WhatsApp's largest image, bytes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** How long the channel keeps an upload, ms (protocols/whatsapp-cloud-api.md section 5). */
export const MEDIA_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

export const MediaUpload = Type.Object(
  {
    businessId: Uuid,
    channel: Type.Optional(Type.Literal('whatsapp')),
    phoneNumberId: Type.String({ minLength: 1, maxLength: 64 }),
    mediaType: Type.Literal('image'),
    mimeType: Type.Union([Type.Literal('image/jpeg'), Type.Literal('image/png')]),
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
    mediaType: Type.Literal('image'),
    mimeType: Type.String(),
    uploadedAt: Type.String({ format: 'date-time' }),
    expiresAt: Type.String({ format: 'date-time' }),
    contentSha256: Type.String({ description: 'Lower-case hexadecimal, of the bytes.' }),
    providerStatus: Type.Literal('uploaded'),
    correlationId: Type.String(),
  },
  closed,
);
export type MediaResource = Static<typeof MediaResource>;
