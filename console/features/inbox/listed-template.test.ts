/** Drafts from templates that Meta lists. */
import { expect, test } from 'vitest';
import { bodyWith, fromListed, isSendable, type Listed } from './listed-template.js';
import { componentsOf, withValue } from './template-draft.js';

const LISTED: Listed = {
  name: 'order_update',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  header: { format: 'image', text: null, variables: [] },
  body: { text: 'Hi {{guest}}, order {{order}}.', variables: ['guest', 'order'] },
  footer: null,
  buttons: [
    { type: 'quick_reply', text: 'Stop', needsValue: false },
    { type: 'url', text: 'Track', needsValue: true },
  ],
};

test('has a value for each variable, with its name', () => {
  let draft = fromListed(LISTED);
  expect(draft.values.map(({ type }) => type)).toEqual(['header', 'body', 'body', 'url']);
  for (const [place, text] of ['https://a.example/a.png', 'Ada', 'A-17', 'o/17'].entries())
    draft = withValue(draft, place, text);
  expect(componentsOf(draft)).toEqual([
    { type: 'header', parameters: [{ type: 'image', image: { link: 'https://a.example/a.png' } }] },
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'Ada', parameter_name: 'guest' },
        { type: 'text', text: 'A-17', parameter_name: 'order' },
      ],
    },
    { type: 'button', sub_type: 'url', index: 1, parameters: [{ type: 'text', text: 'o/17' }] },
  ]);
  expect(bodyWith(LISTED, draft)).toBe('Hi Ada, order A-17.');
});

test('is offered only if it can be sent', () => {
  expect(isSendable(LISTED)).toBe(true);
  expect(isSendable({ ...LISTED, status: 'PAUSED' })).toBe(false);
  expect(isSendable({ ...LISTED, header: { format: 'video', text: null, variables: [] } })).toBe(false);
});
