/** Settings with a form of their own: a change of others is followed, or noticed. */
import { expect, test } from 'vitest';
import { settingDraftOf, settled } from './setting-draft.js';

const draftOf = (text: string) => ({ text });
const before = settingDraftOf('one', draftOf);

test('an untouched form follows the service', () => {
  expect(settled(before, 'two', draftOf)).toEqual({
    state: { base: 'two', draft: { text: 'two' } },
    isElsewhere: false,
  });
});

test('typed words stay, and the change of others is noticed', () => {
  const typed = { ...before, draft: { text: 'mine' } };
  expect(settled(typed, 'one', draftOf)).toEqual({ state: typed, isElsewhere: false });
  expect(settled(typed, 'two', draftOf)).toEqual({ state: typed, isElsewhere: true });
});

test('a form that was saved starts from what it has saved', () => {
  const typed = { ...before, draft: { text: 'mine' } };
  expect(settled(typed, 'mine', draftOf)).toEqual({
    state: settingDraftOf('mine', draftOf),
    isElsewhere: false,
  });
});
