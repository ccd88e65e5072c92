/** `parley tune`: which settings it tries, which files it reads, and what it reports. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { candidatesOf, onOrOff, silences } from '../../../src/tune/grid.js';
import { readLogs } from '../../../src/tune/logs.js';
import { reportOf } from '../../../src/tune/report.js';
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
    { endOfTurn: { usualMs: 500 }, preemptive: true },
    { endOfTurn: { usualMs: 700 }, preemptive: true },
  ]);
  t.equal(candidatesOf({ least: [1, 2], sentence: [1, 2, 3], most: [1, 2] }).length, 12);
  t.equal(candidatesOf({}).length, 18, 'a few combinations by default');
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
      'call-2.jsonl: 1 of its lines cannot be read',
      'lacking.jsonl: skipped: this build cannot replay it (its settings have no silences that end a turn)',
      'large.jsonl: skipped: larger than 64 MiB',
      'notes.jsonl: 1 of its lines cannot be read',
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
  t.throws(() => readLogs([join(directory, 'empty')]), /no session can be read \(there is no .jsonl file\)/);
  t.throws(
    () => readLogs([join(directory, 'notes.jsonl')]),
    /no session can be read .* PARLEY_SESSION_LOG_DIR/,
  );
});
