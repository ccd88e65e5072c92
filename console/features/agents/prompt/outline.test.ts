/** Headings of instructions, and sections without words. */
import { expect, test } from 'vitest';
import { outlineOf } from './outline.js';

test('headings are listed in order, with the words of their sections', () => {
  const text = 'You are Bea.\n# Who\nKind and brief.\n## Tone \nCalm.\n# What\nTake bookings.';
  expect(outlineOf(text)).toMatchObject([
    { title: 'Who', level: 1, words: 3, isEmpty: false },
    { title: 'Tone', level: 2, words: 1, isEmpty: false },
    { title: 'What', level: 1, words: 2, isEmpty: false },
  ]);
  for (const { from, to, title } of outlineOf(text)) expect(text.slice(from, to)).toContain(title);
});

test('a section is empty without words and subsections', () => {
  expect(outlineOf('# A\n\n# B\n## C\nYes.\n# D\n  ').map(({ isEmpty }) => isEmpty)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('a number sign within a line is no heading', () => {
  expect(outlineOf('Room #4 is free.\n#hashtag\n####### seven')).toEqual([]);
});
