/** Messages besides texts, images and templates: their content for the conversation, and the fields that they need. */
import { assertNever } from '../../schemas/assert.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { MessageSend } from '../../schemas/channels/message.js';
import type { RichContent } from '../../schemas/channels/rich-content.js';
import { DomainError } from '../../schemas/errors.js';
import type { OperationsDeps } from '../deps.js';
import { type UploadScope, uploadedFile } from '../media-assets/media-upload.js';

/** Types that each channel has. */
const TYPES_OF: Readonly<Record<AccountChannel, ReadonlySet<MessageSend['type']>>> = {
  whatsapp: new Set([
    ...(['text', 'image', 'template', 'document', 'video', 'audio'] as const),
    ...(['location', 'reaction', 'interactive'] as const),
  ]),
  instagram: new Set(['text', 'interactive', 'linked_media'] as const),
};

/** Whether the channel has messages of this type. */
export const hasType = (channel: AccountChannel, type: MessageSend['type']): boolean =>
  TYPES_OF[channel].has(type);

/** The types of a channel, for errors. */
export const typesOf = (channel: AccountChannel): string => [...TYPES_OF[channel]].join(', ');

/** The fields of a type besides those of texts, images and templates: required, refused, or optional (null). */
export const richFields = ({ type }: MessageSend): Readonly<Record<string, boolean | null>> => ({
  fileName: type === 'document' ? null : false,
  interactive: type === 'interactive',
  location: type === 'location',
  reaction: type === 'reaction',
  media: type === 'linked_media',
});

type RichType = RichContent['type'];

/**
 * The content of a message that passed checkFields.
 * @throws DomainError validation_failed, media_not_found, media_expired, media_type_mismatch
 */
export const richContentOf = async (
  deps: Pick<OperationsDeps, 'actors'>,
  scope: UploadScope,
  type: RichType,
  body: MessageSend,
): Promise<RichContent> => {
  const { mediaId = '', caption = null, fileName = null, location, reaction, interactive, media } = body;
  switch (type) {
    case 'document':
    case 'video':
    case 'audio': {
      const providerMediaId = await uploadedFile(deps, scope, mediaId, type);
      return { type, mediaId, providerMediaId, caption, fileName };
    }
    case 'location':
      if (location !== undefined) return { type, location };
      break;
    case 'reaction':
      if (reaction !== undefined) return { type, reaction };
      break;
    case 'interactive':
      if (interactive !== undefined) return { type, interactive };
      break;
    case 'linked_media':
      if (media !== undefined) return { type, media };
      break;
    default:
      return assertNever(type);
  }
  throw new DomainError('validation_failed');
};
