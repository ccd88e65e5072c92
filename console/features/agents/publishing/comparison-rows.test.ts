import { expect, test } from 'vitest';
import type { Data } from '../../../api/client.js';
import { comparisonRows, verdictText } from './comparison-rows.js';

type Results = Data<'readSplit'>['results'];

const share = (count: number, of: number) => ({
  count,
  of,
  share: of === 0 ? null : count / of,
  low: of === 0 ? null : 0.1,
  high: of === 0 ? null : 0.9,
});
const outcomes = (version: number, calls: number, conversations = 0): Results['version'] => ({
  version,
  calls,
  conversations,
  answered: share(1, 2),
  success: share(0, 0),
  criteria: [{ key: 'booked', met: share(1, 4) }],
  durationSeconds: 90,
  chargedMicrocredits: 2_000_000,
  answerMs: { count: 4, mean: 1_200, low: 900, high: 1_500 },
  microcreditsPerCall: { count: 4, mean: 500_000, low: null, high: null },
});
const results = (conversations: number): Results => ({
  confidence: 0.95,
  published: outcomes(3, conversations === 0 ? 4 : 0, conversations),
  version: outcomes(1, conversations === 0 ? 5 : 0, conversations),
  differences: {
    answered: { difference: 0.2, low: 0.05, high: 0.33, isConclusive: true },
    success: null,
    criteria: [{ key: 'booked', met: { difference: -0.1, low: -0.3, high: 0.1, isConclusive: false } }],
    answerMs: { difference: -400, low: -700, high: -100, isConclusive: true },
    microcreditsPerCall: null,
  },
});

test('shows calls side by side, with ranges and which version is better beyond chance', () => {
  const rows = new Map(comparisonRows(results(0)).map((row) => [row.name, row]));
  expect([...rows.keys()]).toEqual([
    'Calls',
    'Answered',
    'Successful',
    'Criterion booked',
    'Wait for an answer',
    'Cost of a call',
    'Duration',
    'Cost',
  ]);
  expect(rows.get('Calls')).toMatchObject({ published: '4', version: '5', difference: '' });
  expect(rows.get('Answered')).toMatchObject({
    version: '50 % (10 to 90 %, of 2)',
    difference: '20 points (5 to 33)',
    mark: { type: 'better', version: 1 },
  });
  expect(rows.get('Successful')).toMatchObject({
    published: 'None yet',
    difference: '',
    mark: { type: 'unknown' },
  });
  expect(rows.get('Criterion booked')).toMatchObject({
    difference: '-10 points (-30 to 10)',
    mark: { type: 'chance' },
  });
  expect(rows.get('Wait for an answer')).toMatchObject({
    version: '1.20 s (0.90 s to 1.50 s, of 4)',
    difference: '−0.40 s (−0.70 s to −0.10 s)',
    mark: { type: 'better', version: 1 },
  });
  expect(rows.get('Cost of a call')).toMatchObject({ version: '0.50 (of 4)', mark: { type: 'unknown' } });
});

test('conversations have no answer rate and no duration', () => {
  expect(comparisonRows(results(7)).map(({ name }) => name)).toEqual([
    'Conversations',
    'Successful',
    'Criterion booked',
  ]);
});

const withSuccess = (counts: readonly [number, number], difference: object): Results => {
  const base = results(0);
  return {
    ...base,
    published: { ...base.published, success: share(counts[0], 10) },
    version: { ...base.version, success: share(counts[1], 10) },
    differences: {
      ...base.differences,
      success: { difference: 0.7, low: 0.3, high: 0.9, isConclusive: true, ...difference },
    },
  };
};

test('success decides which version is better, and other advantages are named', () => {
  expect(verdictText(withSuccess([2, 9], {}))).toEqual({
    title: 'Version 1 is better',
    lines: [
      'Version 1: 9 of 10 successful. Version 3: 2 of 10 successful.',
      'Chance alone hardly makes such a difference.',
      'Version 1 is answered more often.',
      'Version 1 answers faster.',
    ],
  });
  expect(verdictText(withSuccess([9, 2], { difference: -0.7 })).title).toBe('Version 3 is better');
});

test('a difference that may be chance names no winner', () => {
  const { title, lines } = verdictText(withSuccess([5, 6], { isConclusive: false }));
  expect(title).toBe('No version is better yet');
  expect(lines[1]).toMatch(/may be chance/);
});

test('without known success nothing is said to be better', () => {
  const { title, lines } = verdictText(results(0));
  expect(title).toBe('Success is not known yet');
  expect(lines[0]).toMatch(/Set criteria under Outcomes/);
});
