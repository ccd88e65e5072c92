/** Dates in figures: what they mean in each order, and which order a column has. */
import fc from 'fast-check';
import t from 'tap';
import { dateColumn, dateReadings, isoDate } from '../../../providers/tables/dates.js';
import { DATE_ORDERS } from '../../../schemas/contacts/job.js';
import { loadFilesOf } from '../../corpora/imports/corpus.js';
import { casesOf } from '../../support/full-run.js';

t.test('a date is read in the order that was chosen', async (t) => {
  t.equal(isoDate('05/06/2026', 'dmy'), '2026-06-05');
  t.equal(isoDate('05/06/2026', 'mdy'), '2026-05-06');
  t.equal(isoDate(' 5.6.2026 ', 'dmy'), '2026-06-05');
  t.equal(isoDate('2026/6/5', 'ymd'), '2026-06-05');
  t.equal(isoDate('05/06/2026', 'ymd'), null, 'its year is last');
});

t.test('a year in front leaves one reading, whatever the order', async (t) => {
  for (const order of DATE_ORDERS) t.equal(isoDate('2026-06-05', order), '2026-06-05', order);
});

t.test('a day that no calendar has is no date', async (t) => {
  const none = ['2026-13-40', '2026-02-29', '31/02/2026', '00/01/2026', '13/13/2026', '0000-01-01'];
  for (const text of none) for (const order of DATE_ORDERS) t.equal(isoDate(text, order), null, text);
  t.equal(isoDate('29.02.2028', 'dmy'), '2028-02-29');
  t.equal(isoDate('02/28/2026', 'dmy'), null, 'there is no month 28');
});

t.test('other text is no date', async (t) => {
  const none = [
    '',
    'soon',
    '5/6/26',
    '05/06-2026',
    '05/06/2026 or later',
    '20260605',
    '1/2/20266',
    '+14155550101',
  ];
  for (const text of none) t.equal(dateReadings(text), null, text);
  t.equal(dateReadings(`05/06/2026${' '.repeat(50)}10:00`), null);
});

t.test('a time stays with its date', async (t) => {
  t.equal(isoDate('05/06/2026 9:30', 'dmy'), '2026-06-05T09:30:00');
  t.equal(isoDate('6/5/2026, 9:30:15 PM', 'mdy'), '2026-06-05T21:30:15');
  t.equal(isoDate('6/5/2026 12:00 AM', 'mdy'), '2026-06-05T00:00:00');
  t.equal(isoDate('2026-06-05T09:30:00.123Z', 'ymd'), '2026-06-05T09:30:00Z');
  t.equal(isoDate('2026-06-05 09:30+02:00', 'dmy'), '2026-06-05T09:30:00+02:00');
  for (const none of ['05/06/2026 25:00', '05/06/2026 10:60', '05/06/2026 13:00 PM', '05/06/2026 0:10 AM'])
    t.equal(isoDate(none, 'dmy'), null, none);
});

t.test('every day is read back in the order in which it was written', async (t) => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.constantFrom('-', '/', '.'),
      (date, separator) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', day = ''] = iso.split('-');
        t.equal(isoDate([day, month, year].join(separator), 'dmy'), iso);
        t.equal(isoDate([month, day, year].join(separator), 'mdy'), iso);
        t.equal(isoDate([year, Number(month), Number(day)].join(separator), 'ymd'), iso);
      },
    ),
    { numRuns: casesOf(300) },
  );
});

t.test('a column of dates has one order, or is ambiguous', async (t) => {
  t.same(dateColumn(['05/06/2026', '07/08/2026']), { order: 'ambiguous', misfits: 0 });
  t.same(dateColumn(['05/06/2026', '17/08/2026']), { order: 'dmy', misfits: 0 });
  t.same(dateColumn(['05/06/2026', '08/17/2026']), { order: 'mdy', misfits: 0 });
  t.same(dateColumn(['05/06/2026', '08/17/2026', '17/08/2026']), { order: 'ambiguous', misfits: 0 });
  t.same(dateColumn(['2026-13-40', '2026-06-05']), { order: 'ymd', misfits: 1 });
  t.equal(dateColumn(['05/06/2026', 'soon', 'later']), null);
  t.equal(dateColumn([]), null);
});

const ORDERS = {
  day_first: 'dmy',
  month_first: 'mdy',
  year_first: 'ymd',
  ambiguous: 'ambiguous',
  any: 'dmy',
} as const;

t.test('the dates of the corpora have the order that their values show', async (t) => {
  for (const { id, text = '', given, expect } of loadFilesOf('dates')) {
    if ('refusal' in expect || given?.dateOrder !== undefined) continue;
    for (const [index, { order, misfits = 0 }] of expect.columns.entries()) {
      const values = text
        .split('\n')
        .slice(1)
        .flatMap((line) => line.split(',')[index] || []);
      t.same(dateColumn(values), order === undefined ? null : { order: ORDERS[order], misfits }, id);
    }
  }
});
