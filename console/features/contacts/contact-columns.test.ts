import { expect, test } from 'vitest';
import { lastContactOf } from './contact-columns.js';

const rollup = (lastAt: string | null) => ({ count: lastAt === null ? 0 : 1, lastAt, lastOutcome: null });

test('the last contact is the latest of any channel', () => {
  const at = '2026-03-02T10:00:00.000Z';
  const later = '2026-03-04T09:00:00.000Z';
  expect(
    lastContactOf({ rollups: { voice: rollup(at), whatsapp: rollup(later), instagram: rollup(null) } }),
  ).toBe(later);
  const none = rollup(null);
  expect(lastContactOf({ rollups: { voice: none, whatsapp: none, instagram: none } })).toBeNull();
});
