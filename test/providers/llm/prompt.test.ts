/** What a networked model is told beside the task: how its answer reaches the customer, and when it is there. */
import t from 'tap';
import { promptOf } from '../../../providers/llm/prompt.js';

const MESSAGES = [
  { role: 'system', content: 'You are Ada.' },
  { role: 'user', content: 'Hello' },
] as const;
const told = (manner: 'spoken' | 'written' | undefined, at: string, timeZone = 'UTC'): string => {
  const [first] = promptOf(MESSAGES, manner, { at: Date.parse(at), timeZone });
  return first?.role === 'system' ? first.content : '';
};

t.test('the time is told where the customer is, with the weekday, and the zone by its name', async (t) => {
  for (const [at, zone, expected] of [
    ['2026-03-03T11:04:00Z', 'UTC', 'Tuesday 3 March 2026 at 11:04 in the time zone UTC (GMT+00:00).'],
    ['2026-03-03T11:04:00Z', 'Europe/Berlin', '12:04 in the time zone Europe/Berlin (GMT+01:00).'],
    ['2026-07-03T11:04:00Z', 'Europe/Berlin', '13:04 in the time zone Europe/Berlin (GMT+02:00).'],
    ['2026-03-03T23:30:00Z', 'Asia/Kolkata', 'Wednesday 4 March 2026 at 05:00 in the time zone Asia/Kolkata'],
    ['2026-03-01T03:00:00Z', 'America/New_York', 'Saturday 28 February 2026 at 22:00 in the time zone'],
  ] as const) {
    // Between weekday and day some versions of the locale data have a comma.
    const text = told('spoken', at, zone).replaceAll(/day, /g, 'day ');
    t.ok(text.includes(expected), `${expected} in ${text.split('\n').at(-1)}`);
  }
});

t.test('the hour before the clocks change, and the hour after', async (t) => {
  t.match(told('spoken', '2026-03-29T00:59:00Z', 'Europe/Berlin'), /at 01:59 .*\(GMT\+01:00\)/);
  t.match(told('spoken', '2026-03-29T01:00:00Z', 'Europe/Berlin'), /at 03:00 .*\(GMT\+02:00\)/);
});

t.test(
  'who speaks is told how one speaks, who writes how one writes, and whom nobody reads neither',
  async (t) => {
    const at = '2026-03-03T11:04:00Z';
    const spoken = told('spoken', at);
    for (const rule of [/short sentences/, /no Markdown/, /numbers, dates, times.* in words/, /Tuesday/])
      t.match(spoken, rule);
    t.notMatch(spoken, /in a chat/);
    const written = told('written', at);
    for (const rule of [/in a chat/, /plain text/, /Tuesday/]) t.match(written, rule);
    t.notMatch(written, /read aloud|in words/);
    t.equal(told(undefined, at), 'You are Ada.');
  },
);
