/** Several commits in one message of the journal: the views show the same as for separate messages. */
import t from 'tap';
import { commitText, sharedMessage } from '../../../../actors/runtime/journal/commit.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { readShard } from '../../../../views/kernel/projector/journal-reader.js';
import { created, openTestJournal } from '../../journal.js';
import { openStore } from '../../store-support.js';

t.setTimeout(60_000);

t.test('commits that share a message keep their order and their times', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  const commits = [
    { commandId: 'a', at: 1_700_000_000_000, events: [created('One'), { type: 'lines.changed', lines: 3 }] },
    { commandId: 'b', at: 1_700_000_000_500, events: [{ type: 'lines.changed', lines: 4 }] },
  ];
  const seq = await journal.raw('evt.0.business.b1.b1', sharedMessage(1, commits.map(commitText)));
  const half = await journal.raw(
    'evt.0.business.b2.b2',
    JSON.stringify({ ...JSON.parse(sharedMessage(1, commits.map(commitText))), commits: [commits[0], {}] }),
  );
  await store.waitFor(0, half);
  t.match(store.business('b1'), { name: 'One' });
  t.equal(store.business('b2'), null, 'the whole message or nothing');

  const read: unknown[] = [];
  const reader = await readShard(journal.nc, 0, 0, (message, pending) => {
    read.push(message);
    if (pending === 0) reader.stop();
  });
  await reader.closed;
  t.match(read, [
    {
      seq,
      version: 1,
      at: 1_700_000_000_000,
      times: [1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_500],
      events: { length: 3 },
    },
    { seq: half, unreadable: 'not a commit' },
  ]);
});
