/** Reasoning and raw tool calls of models never reach a listener or a reader. */
import fc from 'fast-check';
import t from 'tap';
import { createMarkupFilter } from '../../../providers/llm/markup-filter.js';

const filtered = (text: string, letters: number): string => {
  const filter = createMarkupFilter();
  let passed = '';
  for (let at = 0; at < text.length; at += letters) passed += filter.push(text.slice(at, at + letters));
  return passed + filter.end();
};

const CASES: readonly (readonly [title: string, text: string, passed: string])[] = [
  ['reasoning', '<think>They want <b>plans</b>.</think>\n\nSure, we have two.', 'Sure, we have two.'],
  ['reasoning that never ends', '<think>Hmm, what do they', ''],
  ['a tool call', 'One moment. <tool_call>{"name":"look_up","arguments":{}}</tool_call>', 'One moment. '],
  ['several tool calls', '<tool_call>{}</tool_call><tool_call>{}</tool_call>Done.', 'Done.'],
  ["Mistral's tool calls", 'Let me see. [TOOL_CALLS][{"name":"look_up"}]', 'Let me see. '],
  ["Llama's tool call", '<function=look_up>{"a":1}</function>Fine.', 'Fine.'],
  ['tokens of a template', 'All done.<|im_end|>', 'All done.'],
  [
    'harmony channels',
    '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.',
    'Yes.',
  ],
  [
    'no marks',
    'Is 3 < 4? Yes: <b>bold</b> [sic] and <thing>.',
    'Is 3 < 4? Yes: <b>bold</b> [sic] and <thing>.',
  ],
  ['a mark that is not finished', 'It ends with <thi', 'It ends with <thi'],
];

for (const [title, text, passed] of CASES)
  t.test(`reads ${title}`, async (t) => {
    for (const letters of [1, 2, 5, 1_000])
      t.equal(filtered(text, letters), passed, `${letters} letters a delta`);
  });

t.test('reasoning without its opening mark is dropped if it arrives with its end', async (t) => {
  t.equal(filtered('They want plans.</think>Sure.', 1_000), 'Sure.');
});

t.test('text without marks passes at once', async (t) => {
  const filter = createMarkupFilter();
  t.equal(filter.push('Hello there, '), 'Hello there, ');
  t.equal(filter.push('3 <'), '3 ', 'what may begin a mark waits');
  t.equal(filter.push(' 4'), '< 4');
});

t.test('how the text is split changes nothing', async (t) => {
  const parts = fc.constantFrom(
    '<think>',
    '</think>',
    'Hi. ',
    '<tool_call>',
    '</tool_call>',
    '<',
    '|',
    'a',
    '[TOOL',
    '_CALLS]',
    '<|end|>',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), fc.integer({ min: 1, max: 8 }), (all, letters) => {
      const text = `Hello. ${all.join('')}`;
      return filtered(text, letters) === filtered(text, 1);
    }),
  );
  t.pass();
});
