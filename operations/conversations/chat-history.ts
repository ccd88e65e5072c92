/**
 * The messages of a conversation as a model gets them: texts as they are, images as images, voice notes as their words, and a word
 * in brackets for anything else.
 */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { unlessAborted } from '../../actors/runtime/unless-aborted.js';
import { type AssetStore, assetIdOf } from '../../providers/assets/asset-store.js';
import type { ChatMessage, ModelImage } from '../../providers/llm/language-model.js';
import { RECEIVED_MEDIA_BYTES } from '../../schemas/conversations/media.js';
import type { SpokenMessage } from '../../views/conversations/index.js';

/** Images of one request; older ones are mentioned. */
export const MAX_IMAGES = 3;
/** Largest image, bytes: as base64 it is below the 5 MB that every provider accepts. */
export const MAX_IMAGE_BYTES = 3.5 * 1024 * 1024;
/** Longest wait for the images, ms. */
const READ_MS = 5_000;

export interface ChatHistoryOptions {
  readonly assets: Pick<AssetStore, 'open'>;
  /** Whether the agent looks at images. */
  readonly seesImages: boolean;
}

/** Never fails because of a file: an image that cannot be read is mentioned. @throws the signal's reason if it aborts */
export const chatHistory = async (
  history: readonly SpokenMessage[],
  { assets, seesImages }: ChatHistoryOptions,
  signal: AbortSignal,
): Promise<readonly ChatMessage[]> => {
  const seen = seesImages ? history.filter(isImage).slice(-MAX_IMAGES) : [];
  const images = new Map<SpokenMessage, ModelImage>();
  const deadline = AbortSignal.any([signal, timeoutSignal(READ_MS)]);
  for (const message of seen) {
    const image = await imageOf(message, assets, deadline);
    signal.throwIfAborted();
    if (image !== null) images.set(message, image);
  }
  return history.map((message): ChatMessage => {
    const content = wordsOf(message, images.has(message));
    if (message.direction === 'outbound') return { role: 'assistant', content };
    const image = images.get(message);
    return { role: 'user', content, ...(image === undefined ? {} : { images: [image] }) };
  });
};

/** The words of a message: its text, or those of a voice note. Null: it has none. */
export const spokenText = ({ text, media }: SpokenMessage): string | null =>
  media?.transcription?.is === 'understood' ? media.transcription.text : text;

const wordsOf = (message: SpokenMessage, isSeen: boolean): string => {
  const { direction, type, text } = message;
  const isMedia = direction === 'inbound' && Object.hasOwn(RECEIVED_MEDIA_BYTES, type);
  const origin = originOf(message);
  if (!isMedia)
    return `${origin}${text ?? `(${HIDDEN.has(type) ? 'a message that the channel does not show to businesses' : type})`}`;
  const mention = `${origin}(${mentionOf(message, isSeen)})`;
  const words = spokenText(message);
  return words === null ? mention : `${mention}\n${words}`;
};

/** Types of messages that a channel announces without their content. */
const HIDDEN: ReadonlySet<string> = new Set(['unsupported', 'unknown']);

/** The advertisement through which the customer came: they expect it to be known. */
const originOf = ({ payload }: SpokenMessage): string => {
  if (payload?.kind !== 'referral') return '';
  const { source, headline, body, url } = payload;
  const about = [headline, body].filter((part) => part !== null).join(': ');
  return `(written from the ${source ?? 'advertisement'} "${about || (url ?? 'unknown')}")\n`;
};

const mentionOf = ({ type, media }: SpokenMessage, isSeen: boolean): string => {
  if (type === 'audio') {
    const transcription = media?.transcription ?? null;
    if (transcription?.is === 'understood')
      return transcription.isCut ? 'voice note; these are the words of its beginning' : 'voice note';
    return transcription === null ? 'audio' : 'voice note whose words could not be understood';
  }
  if (isSeen || !IMAGES.has(type)) return type;
  return media?.status === 'pending' ? `${type} that has not arrived yet` : `${type} that is not shown here`;
};

const IMAGES: ReadonlySet<string> = new Set(['image', 'sticker']);

const isImage = ({ direction, type, media }: SpokenMessage): boolean =>
  direction === 'inbound' &&
  IMAGES.has(type) &&
  media?.status === 'ready' &&
  (media.sizeBytes ?? 0) <= MAX_IMAGE_BYTES;

/** Null if it cannot be read in time, or is no image that models take. */
const imageOf = async (
  { media }: SpokenMessage,
  assets: Pick<AssetStore, 'open'>,
  signal: AbortSignal,
): Promise<ModelImage | null> => {
  if (media == null) return null;
  try {
    const bytes = await unlessAborted(readImage(assets, media.id), signal);
    const mimeType = bytes === null ? null : imageTypeOf(bytes);
    return bytes === null || mimeType === null ? null : { mimeType, bytes };
  } catch {
    return null;
  }
};

const readImage = async (assets: Pick<AssetStore, 'open'>, mediaId: string): Promise<Buffer | null> => {
  const asset = await assets.open(assetIdOf(mediaId));
  if (asset === null || asset.bytes > MAX_IMAGE_BYTES) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of asset.read()) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** By its first bytes: providers refuse a request whose type does not fit its image. Null: no image that models take. */
export const imageTypeOf = (bytes: Uint8Array): ModelImage['mimeType'] | null => {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  return start.startsWith('RIFF') && start.startsWith('WEBP', 8) ? 'image/webp' : null;
};
