/** What a trial tests: the words on the page, or what customers get. */
import { expect, test } from 'vitest';
import { testedOf, unpublishedIn } from './tested.js';

const agent = { instructions: 'Be brief.' };
const draft = { instructions: 'Be kind.' };
const words = (instructions: string) => ({ instructions });
const variables = { name: 'Ann' };

test('words that are not saved are sent along', () => {
  const params = { source: 'page', agent, draft: null, variables } as const;
  expect(testedOf({ ...params, words: words('Be quick.') })).toEqual({
    variables,
    instructions: 'Be quick.',
  });
  expect(testedOf({ ...params, words: words('Be brief.') })).toEqual({ variables });
  expect(testedOf({ ...params, words: words(' ') })).toEqual({ variables });
});

test('a draft is tested with its other settings', () => {
  const params = { source: 'page', agent, draft, variables } as const;
  expect(testedOf({ ...params, words: words('Be kind.') })).toEqual({ variables, useDraft: true });
  expect(testedOf({ ...params, words: words('Be quick.') })).toEqual({
    variables,
    useDraft: true,
    instructions: 'Be quick.',
  });
});

test('the published version is tested without what is on the page', () => {
  expect(testedOf({ source: 'live', agent, draft, words: words('Be quick.'), variables })).toEqual({
    variables,
  });
});

test('a simulation knows no drafts, and gets everything on the page that is not published', () => {
  expect(unpublishedIn({ source: 'page', agent, words: words('Be kind.') })).toBe('Be kind.');
  expect(unpublishedIn({ source: 'page', agent, words: words('Be brief.') })).toBe(undefined);
  expect(unpublishedIn({ source: 'page', agent, words: words(' ') })).toBe(undefined);
  expect(unpublishedIn({ source: 'live', agent, words: words('Be kind.') })).toBe(undefined);
});
