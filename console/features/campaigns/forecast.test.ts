import { describe, expect, test } from 'vitest';
import {
  audienceText,
  costText,
  creditWarning,
  durationText,
  type Estimate,
  isEmptyAudience,
  leftOutOf,
} from './forecast.js';

const CREDIT = 1_000_000;
const estimate: Estimate = {
  people: 50,
  complete: true,
  eligible: 50,
  skipped: [],
  lines: 5,
  basis: 'assumed',
  callSeconds: 75,
  attempts: 1.5,
  startsAt: '2026-03-02T09:00:00.000Z',
  endsAt: '2026-03-02T09:20:00.000Z',
  durationSeconds: 1_200,
  expectedMicrocredits: 2 * CREDIT,
  mostMicrocredits: 180 * CREDIT,
  availableMicrocredits: 99 * CREDIT,
  preview: null,
};
const empty: Estimate = {
  ...estimate,
  eligible: 0,
  skipped: [{ reason: 'contact_out_of_scope', people: 50 }],
  durationSeconds: 0,
  expectedMicrocredits: 0,
  mostMicrocredits: 0,
};

describe('an audience of which no contact is left', () => {
  test('is a problem, and says so', () => {
    expect(isEmptyAudience(empty)).toBe(true);
    expect(audienceText(empty, 'voice')).toBe('No contact can be called: all 50 are left out.');
    expect(audienceText(empty, 'whatsapp')).toBe('No contact can be messaged: all 50 are left out.');
    expect(audienceText({ ...empty, people: 0, skipped: [] }, 'voice')).toBe('The audience has no contacts.');
  });

  test('has neither a duration nor a price: calls are not free because none are made', () => {
    expect(costText(empty, 'voice')).toBeNull();
    expect(durationText(empty, 'voice', 'UTC')).toBeNull();
  });
});

describe('the cost', () => {
  test('of calls is never that of messages', () => {
    expect(costText(estimate, 'voice')).toBe('About 2.00 credits, never more than 180.00.');
    expect(costText({ ...estimate, mostMicrocredits: 0 }, 'voice')).toBe('These calls have no price.');
    expect(costText({ ...estimate, mostMicrocredits: 0 }, 'whatsapp')).toBe('Messages cost no credit.');
  });

  test('warns when the credit does not last for the most that it can be', () => {
    expect(creditWarning(estimate)).toMatch(/^You have 99\.00 credits, less than the most/);
    expect(creditWarning({ ...estimate, availableMicrocredits: CREDIT })).toMatch(
      /^You have 1\.00 credits\./,
    );
    expect(creditWarning({ ...estimate, availableMicrocredits: 180 * CREDIT })).toBeNull();
  });
});

describe('contacts that are left out', () => {
  test('come with what would include them, most of them first', () => {
    const skipped = [
      { reason: 'contact_blocked', people: 1 },
      { reason: 'contact_out_of_scope', people: 12 },
      { reason: 'contact_context_required', people: 3 },
      { reason: 'contact_merged', people: 2 },
    ];
    const found = leftOutOf({ skipped }, 'agent-1');
    expect(found.map(({ words }) => words)).toEqual([
      '12 contacts outside the agent’s categories',
      '3 contacts missing a value that the agent needs',
      '2 contacts merged with another recipient',
      '1 contact blocked',
    ]);
    expect(found.map(({ fix }) => (fix?.type === 'link' ? fix.href : fix?.type))).toEqual([
      'grant',
      '/agents/agent-1',
      undefined,
      '/contacts?blocked=yes',
    ]);
  });
});

test('a business without lines makes no calls', () => {
  expect(durationText({ ...estimate, lines: 0, durationSeconds: null }, 'voice', 'UTC')).toMatch(/no lines/);
  expect(durationText(estimate, 'voice', 'UTC')).toBe(
    'About 20 min with 5 lines, done by Mon, Mar 2, 09:20 (UTC)',
  );
  expect(durationText({ ...estimate, durationSeconds: null }, 'whatsapp', 'UTC')).toMatch(
    /^Messages are sent/,
  );
});
