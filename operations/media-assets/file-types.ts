/**
 * The types of files that WhatsApp accepts, their largest sizes, and whether content is of its declared type
 * (docs/reference/protocols/whatsapp.md "Media"). Documents are limited to 16 MiB, below WhatsApp's 100 MB: an upload is held
 * in memory.
 */
import type { FileKind } from '../../schemas/channels/rich-content.js';

const MIB = 1024 * 1024;

/** Largest file of each kind, bytes. */
export const MAX_FILE_BYTES: Readonly<Record<FileKind | 'image', number>> = {
  image: 5 * MIB,
  document: 16 * MIB,
  video: 16 * MIB,
  audio: 16 * MIB,
};

type Test = (content: Buffer) => boolean;

const startsWith =
  (...beginnings: readonly string[]): Test =>
  (content) =>
    beginnings.some((beginning) => content.subarray(0, beginning.length).toString('latin1') === beginning);

/** A container of ISO 14496-12: MP4, M4A or 3GP. */
const isMp4: Test = (content) => content.subarray(4, 8).toString('latin1') === 'ftyp';
/** A frame of MPEG audio or of AAC: eleven, or twelve, set bits. */
const isFrame: Test = (content) => content[0] === 0xff && ((content[1] ?? 0) & 0xe0) === 0xe0;
const isMpegAudio: Test = (content) => startsWith('ID3')(content) || isFrame(content);
const isPlainText: Test = (content) => !content.subarray(0, 4_096).includes(0);
const isZip = startsWith('PK\x03\x04');
const isOldOffice = startsWith('\xd0\xcf\x11\xe0');

/** By kind: MIME type → whether content is of it. */
const TYPES: Readonly<Record<FileKind, Readonly<Record<string, Test>>>> = {
  document: {
    'application/pdf': startsWith('%PDF-'),
    'text/plain': isPlainText,
    'application/msword': isOldOffice,
    'application/vnd.ms-excel': isOldOffice,
    'application/vnd.ms-powerpoint': isOldOffice,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': isZip,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': isZip,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': isZip,
  },
  video: { 'video/mp4': isMp4, 'video/3gpp': isMp4 },
  audio: {
    'audio/aac': (content) => isFrame(content) || startsWith('ADIF')(content),
    'audio/amr': startsWith('#!AMR'),
    'audio/mpeg': isMpegAudio,
    'audio/mp4': isMp4,
    'audio/ogg': startsWith('OggS'),
  },
};

/** The MIME type that an Ogg file needs, because WhatsApp accepts no other codec in it. */
const isOpus: Test = (content) => content.subarray(0, 256).includes('OpusHead');

/** Why a file cannot be sent as this kind; null if it can. */
export const fileProblem = (kind: FileKind, mimeType: string, content: Uint8Array): string | null => {
  const max = MAX_FILE_BYTES[kind];
  if (content.length > max) return `must be at most ${max} bytes`;
  if (content.length === 0) return 'must not be empty';
  const isOfType = Object.hasOwn(TYPES[kind], mimeType) ? TYPES[kind][mimeType] : undefined;
  if (isOfType === undefined) return `must be one of ${Object.keys(TYPES[kind]).join(', ')}, not ${mimeType}`;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!isOfType(bytes)) return `is not ${mimeType}`;
  return mimeType === 'audio/ogg' && !isOpus(bytes) ? 'must have the Opus codec if it is Ogg audio' : null;
};

/** The kind of file that messages with this MIME type carry; null if none does. */
export const kindOfType = (mimeType: string): FileKind | 'image' | null => {
  if (mimeType === 'image/jpeg' || mimeType === 'image/png') return 'image';
  if (Object.hasOwn(TYPES.document, mimeType)) return 'document';
  if (Object.hasOwn(TYPES.video, mimeType)) return 'video';
  return Object.hasOwn(TYPES.audio, mimeType) ? 'audio' : null;
};
