/**
 * A short run of the bench of conversations: no figure is worse than it was. The limits are the figures of a share of the
 * cases at the time of writing, the worse half of each. Lower them when a rule gets better; never raise them.
 */
import t from 'tap';
import type { Figure } from '../../../bench/conversation/figures.js';
import { PARTS } from '../../../bench/conversation/parts.js';

/** Limits of the figures that have a goal, and the share of the cases that run. */
const LIMITS: Readonly<
  Record<string, { readonly share: number; readonly limits: Readonly<Record<string, number>> }>
> = {};

const worse = ({ goal, open, heldOut }: Figure): number => {
  const values = [open, heldOut].filter((value) => value !== null);
  return goal !== null && 'atLeast' in goal ? Math.min(...values) : Math.max(...values);
};

t.test('each part has limits', async (t) => {
  t.same(
    Object.keys(LIMITS),
    PARTS.map(({ name }) => name),
  );
});

for (const part of PARTS)
  t.test(`${part.name}: no figure is worse than before`, async (t) => {
    const { share = 1, limits = {} } = LIMITS[part.name] ?? {};
    const figures = part.run(share).figures.filter(({ goal }) => goal !== null);
    t.same(
      figures.map(({ measure }) => measure),
      Object.keys(limits),
    );
    for (const entry of figures) {
      const value = worse(entry);
      const limit = limits[entry.measure] ?? Number.NaN;
      const isAtLeast = entry.goal !== null && 'atLeast' in entry.goal;
      t.ok(isAtLeast ? value >= limit : value <= limit, `${entry.measure}: ${value}, limit ${limit}`);
    }
  });
