/** Recorded calls as turns that another version answers. */
import { describe, expect, test } from 'vitest';
import { customerTurnsOf, exchangesOf, MOST_TURNS, spokenPartOf } from './turns.js';

const turn = (speaker: 'customer' | 'assistant' | 'human', text: string, fromMs: number | null = null) => ({
  speaker,
  text,
  createdAt: '2026-03-02T09:00:00.000Z',
  audioOffsetMs: fromMs,
  audioEndOffsetMs: fromMs === null ? null : fromMs + 500,
});

describe('the turns of a call', () => {
  test('are what the customer said and what the agent answered', () => {
    const transcript = [
      turn('assistant', 'Hello.', 0),
      turn('customer', 'Are you', 1_000),
      turn('customer', 'open?', 2_000),
      turn('assistant', 'One moment.', 3_000),
      turn('assistant', 'We are.', 4_000),
      turn('customer', 'Thanks.', 5_000),
    ];
    expect(exchangesOf({ transcript })).toEqual([
      { customer: null, answer: { texts: ['Hello.'], fromMs: 0, toMs: 500 } },
      {
        customer: 'Are you open?',
        answer: { texts: ['One moment.', 'We are.'], fromMs: 3_000, toMs: 4_500 },
      },
      { customer: 'Thanks.', answer: { texts: [], fromMs: null, toMs: null } },
    ]);
  });

  test('leave out what a colleague said', () => {
    const transcript = [turn('customer', 'Hello?'), turn('human', 'Ann here.'), turn('customer', 'Good.')];
    expect(exchangesOf({ transcript }).map(({ customer }) => customer)).toEqual(['Hello? Good.']);
  });

  test('are bounded', () => {
    const transcript = Array.from({ length: 60 }, (_, index) => [
      turn('customer', `q${index}`),
      turn('assistant', 'a'),
    ]).flat();
    expect(customerTurnsOf(exchangesOf({ transcript })).length).toBe(MOST_TURNS);
    const long = [turn('customer', 'x'.repeat(5_000))];
    expect(customerTurnsOf(exchangesOf({ transcript: long }))[0]?.length).toBe(4_000);
  });
});

test('a long answer is spoken up to the end of a sentence', () => {
  expect(spokenPartOf('Yes. No.')).toBe('Yes. No.');
  const sentence = `${'word '.repeat(50)}end.`;
  const long = Array.from({ length: 6 }, () => sentence).join(' ');
  const spoken = spokenPartOf(long);
  expect(long.startsWith(spoken)).toBe(true);
  expect(spoken.endsWith('end.')).toBe(true);
  expect(spoken.length).toBeLessThanOrEqual(1_000);
  expect(spokenPartOf('x'.repeat(1_200)).length).toBe(1_000);
});
