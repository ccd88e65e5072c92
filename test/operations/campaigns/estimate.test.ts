/** What a campaign would be: how often somebody is called, and when it would be over. */
import t from 'tap';
import { attemptsFor, endOf } from '../../../operations/campaigns/estimate.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const window = {
  timezone: 'Europe/Berlin',
  days: ['mon' as const, 'tue' as const],
  start: '09:00',
  end: '17:00',
};
/** A Monday in winter: Berlin is an hour ahead. */
const at = (time: string): number => Date.parse(`2026-01-05T${time}:00Z`);

t.test('who is reached at once is called once, and who is never reached as often as allowed', (t) => {
  t.equal(attemptsFor(1, 3), 1);
  t.equal(attemptsFor(0, 3), 4);
  t.equal(attemptsFor(0.5, 1), 1.5);
  t.equal(attemptsFor(0.5, 0), 1);
  t.end();
});

t.test('the end is found through the window', (t) => {
  const end = (from: string, work: number): string | null => {
    const found = endOf(window, at(from), work);
    return found === null ? null : new Date(found).toISOString();
  };
  t.equal(endOf(null, 5, 7), 12, 'without a window it goes on');
  t.equal(end('10:00', HOUR), '2026-01-05T11:00:00.000Z');
  t.equal(end('05:00', HOUR), '2026-01-05T09:00:00.000Z', 'not before it opens');
  t.equal(end('15:30', HOUR), '2026-01-06T08:30:00.000Z', 'over the night');
  t.equal(end('15:00', 10 * HOUR), '2026-01-12T09:00:00.000Z', 'over the week');
  t.equal(end('15:00', 5_000 * HOUR), null, 'too far ahead');
  t.end();
});
