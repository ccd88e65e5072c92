/** What the palette finds. */
import { describe, expect, test } from 'vitest';
import { sectionsFor } from '../routes.js';
import { type Found, isMatch, targetsOf } from './targets.js';

const sections = sectionsFor('owner');
const namesOf = (text: string, found: Found = {}, can = () => true): readonly string[] =>
  targetsOf({ text, sections, found, can }).map(({ name }) => name);

describe('the palette', () => {
  test('offers all pages and actions before anything is typed', () => {
    const names = namesOf('');
    expect(names).toContain('Inbox');
    expect(names).toContain('New agent');
    expect(names.length).toBeGreaterThan(sections.length);
  });

  test('finds actions by their words, in any order', () => {
    expect(namesOf('agent new')[0]).toBe('New agent');
    expect(namesOf('new camp')[0]).toBe('New campaign');
  });

  test('offers only actions that the role allows', () => {
    expect(namesOf('new', {}, () => false).filter((name) => name.startsWith('New'))).toEqual([]);
  });

  test('opens a call by its id', () => {
    const id = '0b0e6f5e-8f9c-4b62-9b6e-4b1a3f2c1d00';
    expect(targetsOf({ text: ` ${id.toUpperCase()} `, sections, found: {}, can: () => true })).toMatchObject([
      { group: 'calls', path: `/calls/${id}` },
    ]);
  });

  test('always offers the search in contacts last', () => {
    expect(namesOf('Asha').at(-1)).toBe('Find “Asha” in contacts');
    expect(namesOf('a').some((name) => name.startsWith('Find'))).toBe(false);
  });
});

test.each([
  ['Bella Vista', 'bel', true],
  ['Bella Vista', 'vis bel', true],
  ['Bella Vista', 'lla', true],
  ['Bella Vista', 'la', false],
  ['Bella Vista', 'bello', false],
])('%s for “%s”: %s', (text, query, expected) => {
  expect(isMatch(text, query)).toBe(expected);
});
