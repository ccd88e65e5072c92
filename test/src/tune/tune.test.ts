/** `parley tune`: which settings it tries, which files it reads, and what it reports. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { SILENCES } from '../../../media/settings.js';
import { applyPatience, withPatience } from '../../../src/tune/apply.js';
import { candidatesOf, onOrOff, patiences, silences } from '../../../src/tune/grid.js';
import { readLogs } from '../../../src/tune/logs.js';
import { advisedPatience, reportOf } from '../../../src/tune/report.js';
import { briefOf, converse } from '../../media/session/carrier.js';

/** The log of a call on which the customer says these words, without a recogniser that ends turns. */
const logOf = (...words: readonly string[]): string => {
  const conversation = converse(briefOf({}, { greeting: '' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(500);
  for (const text of words) {
    conversation.hear(text, 400, false);
    conversation.pass(1_300);
    conversation.answer('Yes.');
    conversation.pass(1_500);
  }
  return conversation.log();
};

t.test('every combination of values is tried, and other settings stay as recorded', async (t) => {
  t.same(candidatesOf({ usual: [500, 700], preemptive: [true] }), [
    { endOfTurn: { usualMs: 500 }, preemptive: true, patience: null },
    { endOfTurn: { usualMs: 700 }, preemptive: true, patience: null },
  ]);
  t.equal(candidatesOf({ least: [1, 2], sentence: [1, 2, 3], most: [1, 2] }).length, 12);
  t.same(
    candidatesOf({ patience: ['low', 'high'] }).map(({ patience, endOfTurn }) => [
      patience,
      endOfTurn.mostMs,
    ]),
    [
      ['low', SILENCES.low.mostMs],
      ['high', SILENCES.high.mostMs],
    ],
  );
  t.match(candidatesOf({ patience: ['low'], usual: [650] }), [
    { patience: null, endOfTurn: { ...SILENCES.low, usualMs: 650 } },
  ]);
  t.equal(candidatesOf({}).length, 6, 'every patience by default, with and without preemptive replies');
  const many = Array.from({ length: 15 }, (_, index) => index);
  t.throws(
    () => candidatesOf({ least: many, most: many }),
    /225 combinations are too many; the maximum is 200/,
  );
});

t.test('parses lists of values', async (t) => {
  t.same(silences('300, 400,300'), [300, 400]);
  for (const text of ['', '300,', '-1', '1.5', '10001', 'soon'])
    t.throws(() => silences(text), /write whole ms from 0 to 10000/, text);
  t.same(onOrOff('off,on'), [false, true]);
  t.throws(() => onOrOff('yes'), /write on, off, or off,on/);
  t.same(patiences('low, high,low'), ['low', 'high']);
  for (const text of ['', 'low,', 'medium'])
    t.throws(() => patiences(text), /write low, normal or high/, text);
});

t.test('the recorded settings come first, and unreadable content is reported', async (t) => {
  const whole = logOf('a table for two', 'Are you open?');
  const directory = t.testdir({
    'call-1.jsonl': whole,
    'call-2.jsonl': logOf('I want a table.').slice(0, -20),
    'notes.jsonl': 'no log\n',
    'other.txt': 'not looked at',
    'old.jsonl': whole.replaceAll('"outputs":"', '"outputs":"x'),
    'lacking.jsonl': '{"attachmentId":"a","settings":{}}\n',
    'large.jsonl': '',
  });
  truncateSync(join(directory, 'large.jsonl'), 64 * 1024 * 1024 + 1);
  const read = readLogs([directory]);
  t.same(
    read.remarks.map(({ file, remark }) => `${file.slice(directory.length + 1)}: ${remark}`),
    [
      'call-2.jsonl: 1 of its parts cannot be read',
      'lacking.jsonl: skipped: this build cannot replay it (its settings have no silences that end a turn)',
      'large.jsonl: skipped: larger than 64 MiB',
      'notes.jsonl: 1 of its parts cannot be read',
      'notes.jsonl: skipped: not a session log',
      'old.jsonl: written by another build, which made other decisions in places; its recognised speech is still used',
    ],
  );
  const report = reportOf(read, candidatesOf({ usual: [300] }), 1_000);
  t.match(report, {
    files: 5,
    sessions: 3,
    rows: [
      { settings: 'recorded', least: 200, usual: 700, preemptive: 'off', turns: 5, falseCuts: 0, p99: 680 },
      { settings: 'tried', usual: 300, sentence: 400, turns: 5, p99: 380, byRecogniser: 0 },
    ],
  });
  t.ok(report.limits.length > 0);
});

t.test('without a readable log, the error says what to name', async (t) => {
  const directory = t.testdir({ 'notes.jsonl': 'no log\n', empty: {} });
  t.throws(() => readLogs([join(directory, 'nowhere')]), /cannot be read; pass a session log/);
  t.throws(
    () => readLogs([join(directory, 'empty')]),
    /no session can be read \(there is no .session.gz or .jsonl file\)/,
  );
  t.throws(() => readLogs([join(directory, 'notes.jsonl')]), /no session can be read .*session-logs\.md/);
});

t.test(
  'advises the soonest patience that cuts off few turns, else the one that cuts off fewest',
  async (t) => {
    const row = (patience: 'low' | 'normal' | 'high' | 'none', falseCuts: number, p50: number | null) => ({
      patience,
      turns: 100,
      falseCuts,
      p50,
    });
    t.equal(advisedPatience([row('low', 9, 400), row('normal', 5, 600), row('high', 1, 900)]), 'normal');
    t.equal(advisedPatience([row('low', 2, 400), row('normal', 1, 600)]), 'low');
    t.equal(advisedPatience([row('low', 30, 400), row('normal', 20, 600), row('high', 10, 900)]), 'high');
    t.equal(advisedPatience([row('none', 0, 100)]), null, 'other silences are no patience');
    t.equal(advisedPatience([row('low', 0, null)]), null, 'no turn was ended by a silence');
  },
);

t.test('the report names the patience of each row and the advised one', async (t) => {
  const directory = t.testdir({ 'call.jsonl': logOf('a table for two', 'Are you open?') });
  const report = reportOf(readLogs([directory]), candidatesOf({ patience: ['low', 'high'] }), 1_000);
  t.match(report, {
    advised: 'low',
    rows: [
      { settings: 'recorded', patience: 'none' },
      { patience: 'low', usual: SILENCES.low.usualMs },
      { patience: 'high', usual: SILENCES.high.usualMs },
    ],
  });
});

t.test('a patience is applied to a named agent alone, and changes nothing else of it', async (t) => {
  await t.rejects(applyPatience({}, 'low'), /--apply needs the agent: give --business <id> and --agent <id>/);
  const ids = {
    business: '11111111-1111-4111-8111-111111111111',
    agent: '22222222-2222-4222-8222-222222222222',
  };
  await t.rejects(applyPatience(ids, 'none'), /there is nothing to apply/);
  await t.rejects(applyPatience({ ...ids, agent: 'Ann' }, 'low'), /--agent is "Ann"/);
  const profile = {
    name: 'Ann',
    channel: 'voice',
    instructions: 'Help.',
    languageCode: 'en',
    dataSourceIds: [],
    contactCategoryIds: [],
    dataSourceVariables: [],
    voiceSettings: { firstGreeting: 'Hello.' },
    instagramCollectMobileEnabled: true,
  } as const;
  t.same(withPatience(profile, 'high'), {
    ...profile,
    voiceSettings: { firstGreeting: 'Hello.', patience: 'high' },
  });
});
