import fc from 'fast-check';
import t from 'tap';
import { createProfiler, fitsType } from '../../../providers/tables/profile.js';
import { casesOf } from '../../support/full-run.js';

const profileOf = (values: readonly string[]) => {
  const profiler = createProfiler(['Due']);
  for (const [index, value] of values.entries()) profiler.add({ row: index + 1, cells: [value] });
  return profiler.result()[0];
};

t.test('a date is a day of the calendar', async (t) => {
  for (const date of ['2026-12-01', '2028-02-29', '31/12/2026', '12/31/2026', '1.2.2026', '29/02/2028'])
    t.ok(fitsType('date', date), date);
  for (const none of ['2026-13-40', '2026-02-29', '2026-00-10', '31/02/2026', '13/13/2026', '0/1/2026'])
    t.notOk(fitsType('date', none), none);
  t.ok(fitsType('datetime', '2026-12-01T09:30:00Z'));
  t.notOk(fitsType('datetime', '2026-13-01T09:30:00Z'));
});

t.test('every day of the calendar is a date in the three spellings', async (t) => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
      (date) => {
        const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
        for (const spelled of [
          `${year}-${month}-${day}`,
          `${day}/${month}/${year}`,
          `${month}/${day}/${year}`,
        ])
          t.ok(fitsType('date', spelled), spelled);
      },
    ),
    { numRuns: casesOf(200) },
  );
});

t.test(
  'a column with a day that does not exist, or with days that can be read twice, needs a review',
  async (t) => {
    const days = Array.from({ length: 9 }, (_, index) => `2026-01-0${index + 1}`);
    t.match(profileOf(days), { type: 'date', needsReview: false });
    t.match(profileOf([...days, '2026-13-40']), {
      type: 'date',
      needsReview: true,
      reviewReason: 'mixed_types',
    });
    t.match(profileOf(['05/06/2026', '07/08/2026']), { type: 'date', reviewReason: 'ambiguous_date' });
    const slashed = Array.from({ length: 9 }, (_, index) => `05/0${index + 1}/2026`);
    t.match(
      profileOf([...slashed, '2026-13-40']),
      { type: 'date', fits: { date: 9 }, reviewReason: 'ambiguous_date' },
      'a misfit does not keep the order from being asked for',
    );
    t.match(profileOf(['05/06/2026', '17/08/2026']), { type: 'date', needsReview: false });
  },
);
