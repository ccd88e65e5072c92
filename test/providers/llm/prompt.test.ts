/** What the prompt of a networked model adds to the task: how its answer reaches the customer, and the local time. */
import t from 'tap';
import { promptOf } from '../../../providers/llm/prompt.js';

const MESSAGES = [
  { role: 'system', content: 'You are Ada.' },
  { role: 'user', content: 'Hello' },
] as const;
const systemPrompt = (manner: 'spoken' | 'written' | undefined, at: string, timeZone = 'UTC'): string => {
  const [first] = promptOf(MESSAGES, manner, { at: Date.parse(at), timeZone });
  return first?.role === 'system' ? first.content : '';
};

t.test('states the local time of the customer, with the weekday and the name of the zone', async (t) => {
  for (const [at, zone, expected] of [
    ['2026-03-03T11:04:00Z', 'UTC', 'Tuesday 3 March 2026 at 11:04 in the time zone UTC (GMT+00:00).'],
    ['2026-03-03T11:04:00Z', 'Europe/Berlin', '12:04 in the time zone Europe/Berlin (GMT+01:00).'],
    ['2026-07-03T11:04:00Z', 'Europe/Berlin', '13:04 in the time zone Europe/Berlin (GMT+02:00).'],
    ['2026-03-03T23:30:00Z', 'Asia/Kolkata', 'Wednesday 4 March 2026 at 05:00 in the time zone Asia/Kolkata'],
    ['2026-03-01T03:00:00Z', 'America/New_York', 'Saturday 28 February 2026 at 22:00 in the time zone'],
  ] as const) {
    // Some versions of the locale data have a comma between weekday and day.
    const text = systemPrompt('spoken', at, zone).replaceAll(/day, /g, 'day ');
    t.ok(text.includes(expected), `${expected} in ${text.split('\n').at(-1)}`);
  }
});

t.test('follows a change of the clocks', async (t) => {
  t.match(systemPrompt('spoken', '2026-03-29T00:59:00Z', 'Europe/Berlin'), /at 01:59 .*\(GMT\+01:00\)/);
  t.match(systemPrompt('spoken', '2026-03-29T01:00:00Z', 'Europe/Berlin'), /at 03:00 .*\(GMT\+02:00\)/);
});

t.test(
  'adds rules for speech to spoken answers, rules for chat to written ones, and nothing to others',
  async (t) => {
    const at = '2026-03-03T11:04:00Z';
    const spoken = systemPrompt('spoken', at);
    for (const rule of [/short sentences/, /no Markdown/, /numbers, dates, times.* in words/, /Tuesday/])
      t.match(spoken, rule);
    t.notMatch(spoken, /in a chat/);
    const written = systemPrompt('written', at);
    for (const rule of [/in a chat/, /plain text/, /Tuesday/]) t.match(written, rule);
    t.notMatch(written, /read aloud|in words/);
    t.equal(systemPrompt(undefined, at), 'You are Ada.');
  },
);

const PICTURE = { mimeType: 'image/png', bytes: Uint8Array.from([1, 2, 3]) } as const;
const SHOWN = [{ role: 'user', content: 'Is it this one?', images: [PICTURE] }] as const;
const MOMENT = { at: 0, timeZone: 'UTC' } as const;

t.test('a model that takes images gets them after the text of their message', async (t) => {
  t.same(promptOf(SHOWN, 'written', MOMENT, true).at(-1), {
    role: 'user',
    content: [
      { type: 'text', text: 'Is it this one?' },
      { type: 'file', mediaType: 'image/png', data: PICTURE.bytes },
    ],
  });
});

t.test('a model that takes no images knows that there is one', async (t) => {
  t.match(promptOf(SHOWN, 'written', MOMENT).at(-1), {
    content: [{ type: 'text', text: /^Is it this one\?\n\(You cannot see images\./ }],
  });
});
