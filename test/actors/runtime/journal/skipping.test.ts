/** Messages that make an actor unreadable, and the header that skips them. */
import t from 'tap';
import { archiveText } from '../../../../actors/runtime/journal/archive.js';
import { formatSkips, parseSkips } from '../../../../actors/runtime/journal/chain.js';
import type { LinkedMessage } from '../../../../actors/runtime/journal/history.js';
import { poisonIn } from '../../../../actors/runtime/journal/skipping.js';

const EVENTS = { counted: 1 };
const commit = (type = 'counted', version = 1) =>
  JSON.stringify({ commandId: 'c', at: 1, events: [{ type }], version });
const at = (
  seq: number,
  links: readonly number[] | null,
  text = commit(),
  skips: readonly number[] = [],
): LinkedMessage => ({
  seq,
  text,
  links,
  skips,
});

t.test('the header holds each sequence once, in order', async (t) => {
  t.equal(formatSkips([12, 7, 12]), '7,12');
  t.same(parseSkips('7,12'), [7, 12]);
  for (const header of ['', '0', '7,', '7 12', '-1', 'x', Array(65).fill('7').join(',')])
    t.same(parseSkips(header), [], header);
});

t.test('a message is poison if it holds no commit, unknown events, or a newer version', async (t) => {
  const messages = [
    at(1, []),
    at(2, [1], 'rubbish'),
    at(4, [2, 1], commit('doubled')),
    at(5, [4], commit('counted', 9)),
  ];
  t.match(poisonIn('counter', EVENTS, messages), [
    { seq: 2, reason: /JSON/ },
    { seq: 4, reason: 'counter holds doubled, which this build does not know' },
    { seq: 5, reason: 'counter is written in version 9, this build reads 1' },
  ]);
});

t.test('a message is poison if it is named but missing, until it is skipped', async (t) => {
  const messages = [at(1, []), at(4, [3, 2, 1])];
  t.match(poisonIn('counter', EVENTS, messages), [{ seq: 2 }, { seq: 3 }]);
  const skipped = [...messages, at(5, [4, 1], commit(), [2, 3])];
  t.same(poisonIn('counter', EVENTS, skipped), []);
});

t.test('archived messages do not count as missing', async (t) => {
  const archive = archiveText(1, { settled: [], messages: [{ seq: 1, text: commit() }] });
  t.same(poisonIn('counter', EVENTS, [at(3, [1], archive), at(4, [3, 1])]), []);
});
