/** Which fields a message has on each channel, and what its content becomes. */
import t from 'tap';
import { mediaAsset } from '../../../actors/media-asset/index.js';
import { checkFields } from '../../../operations/conversations/messages.js';
import { richContentOf } from '../../../operations/conversations/rich-message.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import type { MessageSend } from '../../../schemas/channels/message.js';
import type { RichContent } from '../../../schemas/channels/rich-content.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const WHATSAPP = { businessId: 'b1', phoneNumberId: '106', to: '+14155550123' };
const INSTAGRAM = { businessId: 'b1', instagramAccountId: '178', to: '99' };
/** A file that the channel keeps for a day. */
const UPLOADED = { sha256: 'ff', uploadedAt: 1, expiresAt: 86_400_000 };
const PLACE = { latitude: 1, longitude: 2 };

const problemsOf = (channel: AccountChannel, body: MessageSend): readonly string[] => {
  try {
    checkFields(body, channel);
    return [];
  } catch (error) {
    if (!(error instanceof Error && 'details' in error && Array.isArray(error.details))) throw error;
    return error.details.map(({ path, message }) => `${path} ${message}`);
  }
};

t.test('accepts each type with its fields', async (t) => {
  for (const body of [
    { type: 'text', text: 'Hello' },
    { type: 'text', text: 'Hello', clientAssetId: 'c' },
    { type: 'image', mediaId: 'm', caption: 'A house' },
    { type: 'document', mediaId: 'm', caption: 'The offer', fileName: 'offer.pdf' },
    { type: 'audio', mediaId: 'm' },
    { type: 'location', location: PLACE },
  ] satisfies readonly Partial<MessageSend>[])
    t.same(problemsOf('whatsapp', { ...WHATSAPP, ...body }), [], JSON.stringify(body));
  t.same(problemsOf('instagram', { ...INSTAGRAM, type: 'text', text: 'Hello' }), []);
});

t.test('refuses fields of another type or channel, and missing ones', async (t) => {
  for (const [channel, body, problems] of [
    ['whatsapp', { ...WHATSAPP, type: 'text' }, ['/text is required for text on whatsapp']],
    [
      'whatsapp',
      { ...WHATSAPP, type: 'text', text: 'x', mediaId: 'm', caption: 'c' },
      ['/mediaId is not allowed for text on whatsapp', '/caption is not allowed for text on whatsapp'],
    ],
    [
      'whatsapp',
      { ...WHATSAPP, type: 'audio', mediaId: 'm', caption: 'c', fileName: 'f' },
      ['/caption is not allowed for audio on whatsapp', '/fileName is not allowed for audio on whatsapp'],
    ],
    ['whatsapp', { ...WHATSAPP, type: 'video' }, ['/mediaId is required for video on whatsapp']],
    [
      'whatsapp',
      { ...INSTAGRAM, type: 'text', text: 'x' },
      [
        '/phoneNumberId is required for text on whatsapp',
        '/instagramAccountId is not allowed for text on whatsapp',
      ],
    ],
    ['whatsapp', { ...WHATSAPP, type: 'reaction' }, ['/reaction is required for reaction on whatsapp']],
    [
      'instagram',
      { ...INSTAGRAM, type: 'image', mediaId: 'm' },
      ['/type must be one of text, interactive, linked_media on instagram'],
    ],
    [
      'instagram',
      { ...INSTAGRAM, type: 'text', text: 'x', clientAssetId: 'c' },
      ['/clientAssetId is not allowed for text on instagram'],
    ],
    [
      'instagram',
      { ...INSTAGRAM, type: 'text', text: 'é'.repeat(501) },
      ['/text must be at most 1000 bytes in UTF-8'],
    ],
  ] satisfies readonly (readonly [AccountChannel, MessageSend, readonly string[]])[])
    t.same(problemsOf(channel, body), problems, problems.join(', '));
});

t.test('a rich message becomes the content of its type', async (t) => {
  const { actors, foldOf } = foldedActors();
  const offer = { ...UPLOADED, mimeType: 'application/pdf', providerMediaId: 'p1', accountId: '106' };
  foldOf(mediaAsset, 'm1').apply({ type: 'uploaded', media: offer }, 1);
  const contentOf = (type: RichContent['type'], more: Partial<MessageSend> = {}, accountId = '106') =>
    richContentOf({ actors }, { businessId: 'b1', accountId, at: 2 }, type, { ...WHATSAPP, type, ...more });
  t.same(await contentOf('document', { mediaId: 'm1', fileName: 'offer.pdf' }), {
    type: 'document',
    mediaId: 'm1',
    providerMediaId: 'p1',
    caption: null,
    fileName: 'offer.pdf',
  });
  await t.rejects(contentOf('video', { mediaId: 'm1' }), {
    code: 'media_type_mismatch',
    message: /of the kind document/,
  });
  await t.rejects(
    contentOf('document', { mediaId: 'm1' }, '107'),
    { code: 'media_not_found' },
    'of another account',
  );
  await t.rejects(contentOf('video'), { code: 'media_not_found' });
  const reaction = { providerMessageId: 'x', emoji: '👍' };
  const interactive = { kind: 'buttons', body: 'Yes?', buttons: [{ id: 'y', title: 'Yes' }] } as const;
  const media = { kind: 'image', url: 'https://cdn.example.org/a.jpg' } as const;
  t.same(await contentOf('location', { location: PLACE }), { type: 'location', location: PLACE });
  t.same(await contentOf('reaction', { reaction }), { type: 'reaction', reaction });
  t.same(
    await contentOf('interactive', { interactive: { ...interactive, buttons: [...interactive.buttons] } }),
    {
      type: 'interactive',
      interactive,
    },
  );
  t.same(await contentOf('linked_media', { media }), { type: 'linked_media', media });
  for (const type of ['location', 'reaction', 'interactive', 'linked_media'] as const)
    await t.rejects(contentOf(type), { code: 'validation_failed' }, `${type} without its content`);
});
