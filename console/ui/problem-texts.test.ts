/** Problems in words: the API's texts for programmers never reach the page. */
import { describe, expect, test } from 'vitest';
import { detailOf, fieldNameOf, sentenceOf } from './problem-texts.js';

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

test('details have no marks', () => {
  expect(detailOf('`details` says')).toBe('details says');
});
