/** The limits of messages with buttons, lists, places and reactions, for each channel. */
import t from 'tap';
import { compileBodyCheck } from '../../../gateway/intake/validation.js';
import { MessageSend } from '../../../schemas/channels/message.js';
import { richProblems, wordsOfRich } from '../../../schemas/channels/rich-content.js';

const check = compileBodyCheck(MessageSend);
const schemaProblems = (fields: object): number =>
  check({
    businessId: '00000000-0000-4000-8000-000000000001',
    to: '+14155550601',
    type: 'interactive',
    ...fields,
  }).length;
const choices = (count: number, title = 't') =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, title: `${title}${index}` }));
const list = (...sections: object[]) => ({ kind: 'list', body: 'When?', button: 'Times', sections });

t.test('the schema has the limits of WhatsApp', async (t) => {
  const accepted: readonly object[] = [
    { interactive: { kind: 'buttons', body: 'x'.repeat(1_024), buttons: choices(3) } },
    { interactive: { ...list({ rows: choices(10) }), body: 'x'.repeat(4_096) } },
    { interactive: { kind: 'link', body: 'Pay', label: 'x'.repeat(20), url: 'https://a.example' } },
    { location: { latitude: -90, longitude: 180 } },
    { reaction: { providerMessageId: 'wamid.1', emoji: '' } },
  ];
  for (const fields of accepted) t.equal(schemaProblems(fields), 0, JSON.stringify(fields).slice(0, 60));
  const refused: readonly object[] = [
    { interactive: { kind: 'buttons', body: 'x'.repeat(1_025), buttons: choices(1) } },
    { interactive: { kind: 'buttons', body: ' ', buttons: choices(1) } },
    { interactive: { kind: 'buttons', body: 'a', buttons: choices(4) } },
    { interactive: { kind: 'buttons', body: 'a', buttons: choices(1, 'x'.repeat(20)) } },
    { interactive: { ...list({ rows: choices(1) }), button: 'x'.repeat(21) } },
    { interactive: list({ rows: choices(11) }) },
    { interactive: list({ rows: choices(1, 'x'.repeat(24)) }) },
    { interactive: { kind: 'link', body: 'Pay', label: 'Pay', url: 'no address' } },
    { location: { latitude: 90.1, longitude: 0 } },
    { reaction: { providerMessageId: '', emoji: '' } },
  ];
  for (const fields of refused) t.not(schemaProblems(fields), 0, JSON.stringify(fields).slice(0, 60));
});

t.test('what the schema cannot say is checked with it', async (t) => {
  const buttons = [
    { id: 'a', title: 'A' },
    { id: 'a', title: 'A' },
  ];
  const paths = (body: Parameters<typeof richProblems>[0], channel: 'whatsapp' | 'instagram' = 'whatsapp') =>
    richProblems(body, channel).map(({ path }) => path);
  t.same(paths({ interactive: { kind: 'buttons', body: 'a', buttons } }), [
    '/interactive/buttons',
    '/interactive/buttons',
  ]);
  const sections = [{ rows: choices(6) }, { title: 'B', rows: choices(6) }];
  t.same(paths({ interactive: { kind: 'list', body: 'a', button: 'b', sections } }), [
    '/interactive/sections',
    '/interactive/sections',
    '/interactive/sections/0/title',
  ]);
  t.same(
    paths(
      {
        interactive: { kind: 'list', header: 'h', body: 'a', button: 'b', sections: [{ rows: choices(1) }] },
      },
      'instagram',
    ),
    ['/interactive/kind', '/interactive/header'],
  );
  t.same(paths({ interactive: { kind: 'link', body: 'a', label: 'b', url: 'ftp://a.example' } }), [
    '/interactive/url',
  ]);
  const long = { kind: 'link', body: 'x'.repeat(641), label: 'b', url: 'https://a.example' } as const;
  t.same(paths({ interactive: long }), []);
  t.same(paths({ interactive: long }, 'instagram'), ['/interactive/body']);
  t.same(paths({ location: { latitude: 1, longitude: 1, address: 'a' } }), ['/location/name']);
  t.same(paths({ media: { kind: 'image', url: 'http://a.example' } }, 'instagram'), ['/media/url']);
});

t.test('a reaction is one emoji', async (t) => {
  const isFine = (emoji: string) =>
    richProblems({ reaction: { providerMessageId: 'a', emoji } }, 'whatsapp').length === 0;
  for (const emoji of ['👍', '👍🏽', '❤️', '❤', '👨‍👩‍👧', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☺️']) t.ok(isFine(emoji), emoji);
  for (const emoji of ['ok', '👍👍', '1', ' ', 'a👍']) t.notOk(isFine(emoji), emoji);
});

t.test('people and models read words for each kind', async (t) => {
  const place = { latitude: 1.5, longitude: 2, name: 'Shop' };
  t.equal(wordsOfRich({ type: 'location', location: place }), 'Shop\n1.5, 2');
  t.equal(
    wordsOfRich({
      type: 'interactive',
      interactive: { kind: 'buttons', body: 'At four?', buttons: choices(2) },
    }),
    'At four?\n[t0]\n[t1]',
  );
  const file = {
    type: 'document',
    mediaId: 'm',
    providerMediaId: 'p',
    caption: null,
    fileName: 'a.pdf',
  } as const;
  t.equal(wordsOfRich(file), 'a.pdf');
  t.equal(wordsOfRich({ ...file, fileName: null }), null);
});
