import { expect, test } from 'vitest';
import type { Data } from '../../../api/client.js';
import { comparisonRows } from './comparison-rows.js';

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
});
const results = (conversations: number): Results => ({
  confidence: 0.95,
  published: outcomes(3, conversations === 0 ? 4 : 0, conversations),
  version: outcomes(1, conversations === 0 ? 5 : 0, conversations),
  differences: {
    answered: { difference: 0.2, low: 0.05, high: 0.33, isConclusive: true },
    success: null,
    criteria: [{ key: 'booked', met: { difference: -0.1, low: -0.3, high: 0.1, isConclusive: false } }],
  },
});

test('shows calls side by side, with ranges and whether a difference is conclusive', () => {
  const rows = new Map(comparisonRows(results(0)).map((row) => [row.name, row]));
  expect([...rows.keys()]).toEqual([
    'Calls',
    'Answered',
    'Successful',
    'Criterion booked',
    'Duration',
    'Cost',
  ]);
  expect(rows.get('Calls')).toMatchObject({ published: '4', version: '5', difference: '' });
  expect(rows.get('Answered')).toMatchObject({
    version: '50 % (10 to 90 %, of 2)',
    difference: '20 points (5 to 33), conclusive',
  });
  expect(rows.get('Successful')).toMatchObject({ published: 'None yet', difference: '' });
  expect(rows.get('Criterion booked')?.difference).toBe('-10 points (-30 to 10), not conclusive');
});

test('conversations have no answer rate and no duration', () => {
  expect(comparisonRows(results(7)).map(({ name }) => name)).toEqual([
    'Conversations',
    'Successful',
    'Criterion booked',
  ]);
});
