/** Problems in words: the API's texts for programmers never reach the page. */
import { describe, expect, test } from 'vitest';
import { detailOf } from './field-details.js';
import { FIELD_DETAILS } from './problem-messages.js';
import { fieldNameOf, sentenceOf } from './problem-texts.js';

const TECHNICAL = 'The request does not match its schema. `details` lists up to 100 problems.';

describe('a problem', () => {
  test('has a sentence for its code', () => {
    expect(sentenceOf({ code: 'validation_failed', message: TECHNICAL })).toMatch(/^Some of this/);
    expect(sentenceOf({ code: 'rate_limited', message: 'Wait for the time in Retry-After.' })).toBe(
      'Too many requests at once.',
    );
  });

  test.each([
    ['webhook_thing_not_found', /no longer exists/],
    ['uploads_limited', /busy/],
    ['too_many_splits', /limit/],
  ])('of the unknown code %s has a sentence of its kind', (code, expected) => {
    const sentence = sentenceOf({ code, message: TECHNICAL });
    expect(sentence).toMatch(expected);
    expect(sentence).not.toMatch(/`|schema|Retry-After/);
  });

  test('of the page itself keeps its words, or has those of the page’s language', () => {
    expect(sentenceOf({ message: 'There is no such agent.' })).toBe('There is no such agent.');
    expect(sentenceOf({ code: 'no_answer', message: 'The service returned status 502.' })).toMatch(
      /^The service is not responding\./,
    );
  });

  test('of any other code keeps its words: the service says what to do, and the page has problems of its own', () => {
    expect(sentenceOf({ code: 'microphone_refused', message: 'Allow it in the address bar.' })).toBe(
      'Allow it in the address bar.',
    );
    expect(sentenceOf({ code: 'microphone_busy', message: 'Close other programs.' })).toBe(
      'Close other programs.',
    );
  });

  test('of a channel keeps its words', () => {
    const message = 'The channel does not know this account, or the token has no access to it.';
    expect(sentenceOf({ code: 'channel_account_not_found', message })).toBe(message);
  });

  test('that names what to change keeps its words, without their marks', () => {
    expect(sentenceOf({ code: 'agent_in_use', message: 'The agent answers on `Support`.' })).toBe(
      'The agent answers on Support.',
    );
  });
});

test.each([
  ['/callbackUrl', 'Callback URL'],
  ['/voiceSettings/firstGreeting', 'First greeting'],
  ['/contactIds/2', 'Contact ids 3'],
  ['', ''],
])('the field %s is called “%s”', (path, name) => {
  expect(fieldNameOf(path)).toBe(name);
});

test.each([
  ['is required', 'is required'],
  ['must have at most 4000 characters', 'must have at most 4,000 characters'],
  ['must have at most 1 item', 'must have at most 1 item'],
  ['must be 0.5 or more', 'must be 0.5 or more'],
  ['`details` says', 'details says'],
])('the detail “%s” is shown as “%s”', (message, expected) => {
  expect(detailOf(message)).toBe(expected);
});

test.each(Object.entries(FIELD_DETAILS.counted))(
  'the detail “%s” is recognised with its number',
  (_name, text) => {
    // The service does not group digits.
    expect(detailOf(text(1_000).replace('1,000', '1000'))).toBe(text(1_000));
  },
);
