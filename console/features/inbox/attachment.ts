/** What a file becomes in a message: its kind, and why it cannot be sent. */
import { INBOX } from './messages.js';

/** MIME types that WhatsApp accepts, by kind (operations/media-assets/file-types.ts). */
const TYPES = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
  document: [
    'application/pdf',
    'text/plain',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
} as const;

const KINDS = ['image', 'video', 'audio', 'document'] as const;
type AttachmentKind = (typeof KINDS)[number];

/** Names that browsers have for the same types. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/mp3', 'audio/mpeg'],
]);

const MIB = 1024 * 1024;
const MAX_BYTES: Readonly<Record<AttachmentKind, number>> = {
  image: 5 * MIB,
  video: 16 * MIB,
  audio: 16 * MIB,
  document: 16 * MIB,
};

/** For the file dialog. */
export const ACCEPTED = KINDS.flatMap((kind) => [...TYPES[kind]]).join(',');

export type Attachment =
  | { readonly is: 'fine'; readonly kind: AttachmentKind; readonly mimeType: string }
  | { readonly is: 'refused'; readonly problem: string };

/** Whether a file can be sent; checked before its bytes are uploaded in vain. */
export const attachmentOf = (file: Pick<File, 'type' | 'size'>): Attachment => {
  const named = file.type.split(';')[0] ?? '';
  const mimeType = SAME.get(named) ?? named;
  const kind = KINDS.find((each) => TYPES[each].some((type) => type === mimeType));
  const texts = INBOX.files;
  if (kind === undefined) return { is: 'refused', problem: texts.unknown };
  if (file.size > MAX_BYTES[kind]) return { is: 'refused', problem: texts.tooLarge(MAX_BYTES[kind] / MIB) };
  return file.size === 0 ? { is: 'refused', problem: texts.empty } : { is: 'fine', kind, mimeType };
};
