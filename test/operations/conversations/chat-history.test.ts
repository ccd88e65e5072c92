/** What a model gets of a conversation: texts, images, and the words of voice notes. */
import t from 'tap';
import {
  chatHistory,
  imageTypeOf,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  spokenText,
} from '../../../operations/conversations/chat-history.js';
import type { AssetStore } from '../../../providers/assets/asset-store.js';
import { stub } from '../../../testkit/stub.js';
import type { MediaRecord, SpokenMessage } from '../../../views/conversations/index.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

const record = (id: string, change: Partial<MediaRecord> = {}): MediaRecord => ({
  id,
  status: 'ready',
  mimeType: 'image/png',
  fileName: null,
  sizeBytes: PNG.length,
  sha256: 'ab',
  keptUntil: 1,
  failure: null,
  ...change,
});
const inbound = (type: string, text: string | null, media: MediaRecord | null = null): SpokenMessage => ({
  direction: 'inbound',
  type,
  text,
  media,
});

/** A store with these files; `opened` lists those that were read. */
const store = (files: Readonly<Record<string, Buffer>>) => {
  const opened: string[] = [];
  const assets: Pick<AssetStore, 'open'> = {
    open: async (id) => {
      opened.push(id);
      const bytes = files[id];
      if (bytes === undefined) return null;
      return {
        bytes: bytes.length,
        read: async function* () {
          yield bytes;
        },
      };
    },
  };
  return { assets, opened };
};

const signal = new AbortController().signal;

t.test('the model gets an image with its caption', async (t) => {
  const { assets } = store({ 'received-m1': PNG });
  const history = [inbound('image', 'Is this one available?', record('m1'))];
  t.same(await chatHistory(history, { assets, seesImages: true }, signal), [
    {
      role: 'user',
      content: '(image)\nIs this one available?',
      images: [{ mimeType: 'image/png', bytes: PNG }],
    },
  ]);
});

t.test('a message that the channel does not show is mentioned, and any other type by its name', async (t) => {
  const [hidden, place] = await chatHistory(
    [
      { direction: 'inbound', type: 'unsupported', text: null },
      { direction: 'outbound', type: 'location', text: null },
    ],
    { assets: stub({}), seesImages: true },
    new AbortController().signal,
  );
  t.same(hidden, { role: 'user', content: '(a message that the channel does not show to businesses)' });
  t.same(place, { role: 'assistant', content: '(location)' });
});

t.test('the latest images are shown, and older ones are mentioned', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const { assets, opened } = store(Object.fromEntries(names.map((name) => [`received-${name}`, PNG])));
  const history = names.map((name) => inbound('image', null, record(name)));
  const shown = await chatHistory(history, { assets, seesImages: true }, signal);
  t.same(opened, ['received-c', 'received-d', 'received-e']);
  t.equal(
    shown.filter((message) => message.role === 'user' && message.images !== undefined).length,
    MAX_IMAGES,
  );
  t.match(shown[0], { content: '(image that is not shown here)' });
});

t.test('an image that cannot be shown is mentioned', async (t) => {
  const { assets, opened } = store({ 'received-text': Buffer.from('<html>') });
  const cases: readonly (readonly [MediaRecord | null, string])[] = [
    [record('late', { status: 'pending', sizeBytes: null }), '(image that has not arrived yet)'],
    [record('gone', { status: 'failed' }), '(image that is not shown here)'],
    [record('large', { sizeBytes: MAX_IMAGE_BYTES + 1 }), '(image that is not shown here)'],
    [null, '(image that is not shown here)'],
  ];
  for (const [media, content] of cases)
    t.same(await chatHistory([inbound('image', null, media)], { assets, seesImages: true }, signal), [
      { role: 'user', content },
    ]);
  t.same(opened, []);
  for (const id of ['missing', 'text'])
    t.same(await chatHistory([inbound('image', null, record(id))], { assets, seesImages: true }, signal), [
      { role: 'user', content: '(image that is not shown here)' },
    ]);
  const broken: Pick<AssetStore, 'open'> = {
    open: async () => Promise.reject(new Error('the store is down')),
  };
  t.match(
    await chatHistory([inbound('image', 'This?', record('m'))], { assets: broken, seesImages: true }, signal),
    [{ content: '(image that is not shown here)\nThis?' }],
  );
});

t.test('an agent that looks at no images reads none', async (t) => {
  const { assets, opened } = store({ 'received-m1': PNG });
  const history = [inbound('image', null, record('m1'))];
  t.same(await chatHistory(history, { assets, seesImages: false }, signal), [
    { role: 'user', content: '(image that is not shown here)' },
  ]);
  t.same(opened, []);
});

t.test('a voice note is its words', async (t) => {
  const { assets } = store({});
  const note = (transcription: MediaRecord['transcription']): SpokenMessage =>
    inbound('audio', null, record('m', transcription === undefined ? {} : { transcription }));
  const understood = { is: 'understood', text: 'Do you deliver on Sunday?' } as const;
  const contents: readonly (readonly [SpokenMessage, string])[] = [
    [note({ ...understood, isCut: false }), '(voice note)\nDo you deliver on Sunday?'],
    [
      note({ ...understood, isCut: true }),
      '(voice note; these are the words of its beginning)\nDo you deliver on Sunday?',
    ],
    [note({ is: 'failed', code: 'no_words' }), '(voice note whose words could not be understood)'],
    [note(undefined), '(audio)'],
    [inbound('audio', null), '(audio)'],
  ];
  for (const [message, content] of contents)
    t.same(await chatHistory([message], { assets, seesImages: true }, signal), [{ role: 'user', content }]);
  t.equal(
    spokenText(note({ ...understood, isCut: false })),
    'Do you deliver on Sunday?',
    'searched for, too',
  );
});

t.test('other messages are as before', async (t) => {
  const { assets } = store({});
  const history: readonly SpokenMessage[] = [
    inbound('text', 'hello'),
    { direction: 'outbound', type: 'text', text: 'Hi.' },
    { direction: 'outbound', type: 'image', text: null },
    inbound('reaction', '❤️'),
    inbound('document', 'the contract'),
    inbound('video', null),
    inbound('location', 'Town hall'),
  ];
  t.same(await chatHistory(history, { assets, seesImages: true }, signal), [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'Hi.' },
    { role: 'assistant', content: '(image)' },
    { role: 'user', content: '❤️' },
    { role: 'user', content: '(document)\nthe contract' },
    { role: 'user', content: '(video)' },
    { role: 'user', content: 'Town hall' },
  ]);
});

t.test('the type of an image is that of its bytes', async (t) => {
  t.equal(imageTypeOf(PNG), 'image/png');
  t.equal(imageTypeOf(Buffer.from('ffd8ffe000104a46', 'hex')), 'image/jpeg');
  t.equal(imageTypeOf(Buffer.from('GIF89a')), 'image/gif');
  t.equal(imageTypeOf(Buffer.from('RIFF1234WEBPVP8 ')), 'image/webp');
  for (const other of ['', 'RIFF1234WAVE', '%PDF-1.4', '<svg>', 'BM'])
    t.equal(imageTypeOf(Buffer.from(other)), null);
});
