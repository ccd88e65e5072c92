/** Media for messages on the wire (spec section 2.8). */
import { type Static, Type } from 'typebox';
import { Failure, PhoneNumberId } from '../channels/channel.js';
import { ClientAssetId, MediaId } from '../channels/message.js';
import { FILE_KINDS } from '../channels/rich-content.js';
import { upload } from '../contacts/job.js';
import { about, EXAMPLE, moment, nullableMoment, nullableText, text, uuid } from '../described.js';
import { BusinessId } from '../fields.js';
import { closed, described, literals, nullable } from '../shapes.js';

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

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const MediaType = literals(['image', ...FILE_KINDS], about('The kind of file.'));

export const MediaUpload = Type.Object(
  {
    businessId: BusinessId,
    channel: Type.Optional(Type.Literal('whatsapp', about('The channel; only WhatsApp keeps uploads.'))),
    phoneNumberId: described(PhoneNumberId, 'The phone number id of the account that will send the file.'),
    mediaType: MediaType,
    mimeType: literals(
      SENDABLE_TYPES,
      about('The type of the file: one that belongs to `mediaType`, and that its content has.'),
    ),
    clientAssetId: Type.Optional(ClientAssetId),
    fileName: described(upload.fileName, 'The name of the file.', 'directions.pdf'),
    contentBase64: upload.contentBase64,
  },
  closed,
);
export type MediaUpload = Static<typeof MediaUpload>;

export const MediaResource = Type.Object(
  {
    mediaId: described(MediaId, 'The file, for messages.'),
    providerMediaId: text('The id of the file at the channel.', '1037543291543636'),
    mediaType: MediaType,
    mimeType: text('The type of the file.', 'application/pdf'),
    uploadedAt: moment('When the channel received it.'),
    expiresAt: moment(
      'When the channel removes it, 30 days later: upload it again.',
      '2026-04-01T09:30:00.000Z',
    ),
    contentSha256: text('The SHA-256 of the bytes, lower-case hexadecimal.', SHA256),
    providerStatus: Type.Literal('uploaded', about('The channel has the file.')),
    correlationId: text('An id for support requests: that of the file.', EXAMPLE.mediaId),
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
    id: uuid('The file.', '5e0c8a1d-3f57-5b26-9c44-7d1e2f3a4b5c'),
    status: literals(
      ['pending', 'ready', 'failed'],
      about(
        '`pending`: it is being fetched from the channel, and its link waits for it. `failed`: there is no file.',
      ),
    ),
    mimeType: nullableText('The type, as the channel reports it. Null: not reported.', 'image/jpeg'),
    fileName: nullableText('The name that the customer’s app sent. Null: none.', 'receipt.jpg'),
    sizeBytes: nullable(Type.Integer({ minimum: 0 }), about('The size. Null: not stored yet.', 300_000)),
    sha256: nullableText('The SHA-256 of the bytes, lower-case hexadecimal. Null: not stored yet.', SHA256),
    url: nullableText(
      'A signed link: GET it without a key, and treat it as a secret. Null: the file is not available.',
      'https://parley.acme.example/files/eyJhbGciOiJ',
    ),
    urlExpiresAt: nullableMoment('When the link expires. Null: there is none.', '2026-03-02T09:35:00.000Z'),
    keptUntil: nullableMoment(
      'When the file is removed, after 30 days. Null: there is none.',
      '2026-04-01T09:30:00.000Z',
    ),
    failure: nullable(Failure, about('Why the file is not available. Null: it is, or may be.')),
    transcript: Type.Optional(
      Type.Object(
        {
          text: nullableText('The words. Null: none could be understood.', 'Can I come on Friday instead?'),
          isPartial: Type.Boolean(about('Whether only the beginning was listened to.')),
        },
        {
          ...closed,
          ...about('The words of a voice note that an agent answers, once it was listened to.'),
        },
      ),
    ),
  },
  closed,
);
export type ReceivedMedia = Static<typeof ReceivedMedia>;
