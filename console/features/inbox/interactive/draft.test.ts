/** Messages with buttons, a list or a link, as they are sent. */
import { describe, expect, test } from 'vitest';
import { emptyInteractive, type InteractiveDraft, interactiveOf, problemOf } from './draft.js';

const draft = (changes: Partial<InteractiveDraft>): InteractiveDraft => ({
  ...emptyInteractive('Which day?'),
  ...changes,
});
const row = (key: number, title: string, description = '') => ({ key, title, description });

describe('a message with choices', () => {
  test('has buttons with ids of its own, and leaves empty ones out', () => {
    const buttons = [row(1, 'Friday at 10'), row(2, ' '), row(3, 'Café')];
    expect(interactiveOf(draft({ buttons, footer: 'Acme' }), true)).toEqual({
      kind: 'buttons',
      body: 'Which day?',
      footer: 'Acme',
      buttons: [
        { id: '1-friday-at-10', title: 'Friday at 10' },
        { id: '2-cafe', title: 'Café' },
      ],
    });
  });

  test('has a list with second lines', () => {
    const rows = [row(1, 'Friday', 'With Dr Hale'), row(2, '金曜日')];
    expect(interactiveOf(draft({ kind: 'list', listButton: 'Choose', rows }), true)).toEqual({
      kind: 'list',
      body: 'Which day?',
      button: 'Choose',
      sections: [
        {
          rows: [
            { id: '1-friday', title: 'Friday', description: 'With Dr Hale' },
            { id: '2-choice', title: '金曜日' },
          ],
        },
      ],
    });
  });

  test('has no lines around the text where the channel has none', () => {
    const link = draft({ kind: 'link', header: 'Visit', label: 'Map', url: 'https://acme.example/visit' });
    expect(interactiveOf(link, false)).toEqual({
      kind: 'link',
      body: 'Which day?',
      label: 'Map',
      url: 'https://acme.example/visit',
    });
  });
});

test.each<[string, Partial<InteractiveDraft>, RegExp | null]>([
  ['buttons without labels', {}, /each label/],
  ['one button', { buttons: [row(1, 'Yes')] }, null],
  ['the same label twice', { buttons: [row(1, 'Yes'), row(2, 'Yes ')] }, /once/],
  ['no text', { body: ' ', buttons: [row(1, 'Yes')] }, /the text/],
  ['a text that only a list may have', { body: 'x'.repeat(1_025), buttons: [row(1, 'Yes')] }, /1024/],
  [
    'a long text of a list',
    { kind: 'list', body: 'x'.repeat(1_025), listButton: 'Open', rows: [row(1, 'A')] },
    null,
  ],
  ['a list that nothing opens', { kind: 'list', rows: [row(1, 'A')] }, /each label/],
  ['an address without its scheme', { kind: 'link', label: 'Map', url: 'acme.example' }, /https/],
])('%s', (_, changes, problem) => {
  const found = problemOf(draft(changes));
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
