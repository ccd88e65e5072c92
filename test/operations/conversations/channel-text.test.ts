import fc from 'fast-check';
import t from 'tap';
import { channelText } from '../../../operations/conversations/channel-text.js';
import { casesOf } from '../../support/full-run.js';

/** Markdown, and what WhatsApp and Instagram show. */
const CASES: readonly (readonly [markdown: string, whatsapp: string, instagram: string])[] = [
  ['Yes, we are open until 6.', 'Yes, we are open until 6.', 'Yes, we are open until 6.'],
  ['It is **free**.', 'It is *free*.', 'It is free.'],
  ['It is __free__.', 'It is *free*.', 'It is free.'],
  ['It is *really* free.', 'It is _really_ free.', 'It is really free.'],
  ['It is _really_ free.', 'It is _really_ free.', 'It is really free.'],
  ['***Today*** only', '*_Today_* only', 'Today only'],
  ['**Bold with *slanted* inside**', '*Bold with _slanted_ inside*', 'Bold with slanted inside'],
  ['~~$20~~ $15', '~$20~ $15', '$20 $15'],
  ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
  ['Use order_id and user_name.', 'Use order_id and user_name.', 'Use order_id and user_name.'],
  ['5*4*3', '5*4*3', '5*4*3'],
  ['# Opening hours', '*Opening hours*', 'Opening hours'],
  ['### **Prices** ###', '*Prices*', 'Prices'],
  ['* one\n* two', '- one\n- two', '- one\n- two'],
  ['- **A**: first\n  + B', '- *A*: first\n  - B', '- A: first\n  - B'],
  ['1) one\n2) two', '1. one\n2. two', '1. one\n2. two'],
  ['- [ ] open\n- [x] done', '- ☐ open\n- ☑ done', '- ☐ open\n- ☑ done'],
  [
    'See [our menu](https://example.com/a_b_c?x=*1*).',
    'See our menu: https://example.com/a_b_c?x=*1*.',
    'See our menu: https://example.com/a_b_c?x=*1*.',
  ],
  ['[https://example.com](https://example.com)', 'https://example.com', 'https://example.com'],
  ['<https://example.com/x_y_z>', 'https://example.com/x_y_z', 'https://example.com/x_y_z'],
  ['Write to [us](mailto:a_b@example.com)', 'Write to us: a_b@example.com', 'Write to us: a_b@example.com'],
  [
    '![Map](https://example.com/map.png)',
    'Map: https://example.com/map.png',
    'Map: https://example.com/map.png',
  ],
  ['https://example.com/_a_/__b__', 'https://example.com/_a_/__b__', 'https://example.com/_a_/__b__'],
  ['**https://example.com/a**', '*https://example.com/a*', 'https://example.com/a'],
  ['Enter `*#06#`.', 'Enter `*#06#`.', 'Enter *#06#.'],
  ['```js\nlet a_b = 1 * 2;\n```', '```\nlet a_b = 1 * 2;\n```', 'let a_b = 1 * 2;'],
  ['```\nopen', '```\nopen\n```', 'open'],
  ['> quoted *words*', '> quoted _words_', 'quoted words'],
  ['One\n\n---\n\nTwo', 'One\n\nTwo', 'One\n\nTwo'],
  ['| Day | Hours |\n|---|:--:|\n| Mon | 9–5 |', 'Day – Hours\n\nMon – 9–5', 'Day – Hours\n\nMon – 9–5'],
  ['Not \\*bold\\*', 'Not *bold*', 'Not *bold*'],
  ['a<br>b', 'a\nb', 'a\nb'],
  ['**Á:** Über **Öl**', '*Á:* Über *Öl*', 'Á: Über Öl'],
  ['**重要**です', '*重要*です', '重要です'],
];

t.test('Markdown becomes what the channel shows', async (t) => {
  for (const [markdown, whatsapp, instagram] of CASES) {
    t.equal(channelText(markdown, 'whatsapp'), whatsapp, JSON.stringify(markdown));
    t.equal(channelText(markdown, 'instagram'), instagram, JSON.stringify(markdown));
  }
});

t.test('a text that the channel shows is not changed again', async (t) => {
  for (const [, , instagram] of CASES.filter(([markdown]) => !markdown.includes('\\')))
    t.equal(channelText(instagram.replaceAll('*', ''), 'instagram'), instagram.replaceAll('*', ''));
});

t.test('no letter or digit is lost, in the order in which they were written', async (t) => {
  const piece = fc.constantFrom(
    ...[
      'word',
      'über',
      '7',
      ' ',
      ' ',
      '\n',
      '*',
      '**',
      '_',
      '__',
      '~~',
      '`',
      '```',
      '# ',
      '- ',
      '> ',
      '|',
      '[',
      ')',
      '\\',
    ],
  );
  const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const markdown = pieces.join('');
      for (const channel of ['whatsapp', 'instagram'] as const) {
        const shown = letters(channelText(markdown, channel));
        // The language of a fence is no text of the reply.
        if (!/`{3}|~{3}/.test(markdown)) t.equal(shown, letters(markdown));
      }
    }),
    { numRuns: casesOf(500) },
  );
});

t.test('a long text of marks is converted in linear time', async (t) => {
  const startedAt = performance.now();
  for (const mark of ['*', '_', '**a ', '[', '`', '~~', '[a](', '|', '*a_'])
    channelText(mark.repeat(Math.floor(30_000 / mark.length)), 'whatsapp');
  t.ok(performance.now() - startedAt < 5_000, 'each takes far less than a second');
});
