/** An audience is read in pieces: each contact once, whatever the size of the pieces. */
import fc from 'fast-check';
import t from 'tap';
import type { Audience } from '../../../actors/iteration/events.js';
import { nextPage } from '../../../operations/campaigns/audience.js';
import { casesOf } from '../../support/full-run.js';

const rows = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ row: index + 1, contactId: `${prefix}${index}` }));

/** `merged`: contacts by the one that they were merged into. */
const viewsOf = (
  inCategories: number,
  members: number,
  recommended: number,
  merged: Readonly<Record<string, string>> = {},
) => ({
  currentContactId: (id: string) => merged[id] ?? id,
  contactsInCategories: (_b: string, _c: readonly string[], after: number, limit: number) =>
    rows(inCategories, 'c')
      .filter(({ row }) => row > after)
      .slice(0, limit),
  membersWithOutcome: (
    _k: string,
    _i: readonly string[],
    _o: readonly string[],
    after: number,
    limit: number,
  ) =>
    rows(members, 'm')
      .filter(({ row }) => row > after)
      .slice(0, limit),
  recommendedContacts: (_r: string, after: string, limit: number) =>
    rows(recommended, 'r')
      .map(({ contactId }) => contactId)
      .toSorted()
      .filter((id) => id > after)
      .slice(0, limit),
});

const anyAudience: fc.Arbitrary<Audience> = fc.record({
  contactIds: fc.subarray(['n1', 'n2', 'c0', 'c5', 'm1', 'r0']),
  categoryIds: fc.subarray(['k']),
  excludeContactIds: fc.subarray(['n2', 'c1', 'c2', 'c3', 'm0', 'r1']),
  fromIterationIds: fc.subarray(['i']),
  outcomes: fc.constant(['busy' as const]),
  recommendedBySummaryRunId: fc.option(fc.constant('s')),
});
const size = fc.integer({ min: 0, max: 17 });

t.test('every contact is read once, in pieces of any size', async () => {
  fc.assert(
    fc.property(anyAudience, size, size, size, fc.integer({ min: 1, max: 9 }), (audience, c, m, r, limit) => {
      const views = viewsOf(c, m, r);
      const found: string[] = [];
      let cursor: string | null = null;
      for (let piece = 0; piece === 0 || cursor !== null; piece += 1) {
        const next = nextPage(views, 'b', 'k', audience, cursor, limit);
        // Only the last piece may be short.
        if (next.contactIds.length < limit && next.cursor !== null) return false;
        found.push(...next.contactIds);
        cursor = next.cursor;
      }
      const wanted = new Set([
        ...audience.contactIds,
        ...(audience.categoryIds.length > 0 ? rows(c, 'c').map(({ contactId }) => contactId) : []),
        ...(audience.fromIterationIds.length > 0 ? rows(m, 'm').map(({ contactId }) => contactId) : []),
        ...(audience.recommendedBySummaryRunId !== null
          ? rows(r, 'r').map(({ contactId }) => contactId)
          : []),
      ]);
      for (const excluded of audience.excludeContactIds) wanted.delete(excluded);
      return found.length === wanted.size && found.every((id) => wanted.has(id));
    }),
    { numRuns: casesOf(500) },
  );
});

t.test('a contact that was merged since is read once, as the one that it belongs to', (t) => {
  const audience: Audience = {
    contactIds: ['old', 'n1', 'new', 'older'],
    categoryIds: [],
    excludeContactIds: [],
    fromIterationIds: [],
    outcomes: [],
    recommendedBySummaryRunId: null,
  };
  const views = viewsOf(0, 0, 0, { old: 'new', older: 'new' });
  const [first, ...others] = [1, 2, 9].map((limit) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = nextPage(views, 'b', 'k', audience, cursor, limit);
      found.push(...page.contactIds);
      cursor = page.cursor;
    } while (cursor !== null);
    return found;
  });
  t.same(first, ['new', 'n1']);
  t.same(others, [first, first]);
  const without = { ...audience, excludeContactIds: ['old'] };
  t.same(nextPage(views, 'b', 'k', without, null, 9).contactIds, ['n1']);
  t.end();
});
