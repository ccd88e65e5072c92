/** Reading an actor's messages: all of them, or none. */
import fc from 'fast-check';
import t from 'tap';
import { archiveText } from '../../../../actors/runtime/journal/archive.js';
import { type Links, linkedTo, MAX_NAMED } from '../../../../actors/runtime/journal/chain.js';
import {
  type LinkedMessage,
  readHistory,
  type Source,
  skippedIn,
} from '../../../../actors/runtime/journal/history.js';
import { casesOf } from '../../../support/full-run.js';

/** A journal of one actor, and the number of requests to it. */
interface CountedJournal {
  readonly messages: readonly LinkedMessage[];
  readonly source: Source;
  readonly requests: { last: number; at: number; between: number; count: number };
}

/** Messages at these sequences; those in `nameless` are of a build that wrote no links. */
const messagesAt = (seqs: readonly number[], nameless: ReadonlySet<number> = new Set()): LinkedMessage[] => {
  let links: Links = [];
  return seqs.map((seq) => {
    const message = { seq, text: `{"n":${seq}}`, links: nameless.has(seq) ? null : links };
    links = linkedTo(links, seq);
    return message;
  });
};

/** `unreadable`: sequences that the server counts but cannot read. */
const countedJournal = (
  messages: readonly LinkedMessage[],
  unreadable: ReadonlySet<number> = new Set(),
): CountedJournal => {
  const requests = { last: 0, at: 0, between: 0, count: 0 };
  const readable = messages.filter(({ seq }) => !unreadable.has(seq));
  const last = messages.at(-1);
  return {
    messages,
    requests,
    source: {
      subject: 'evt.0.counter.b.one',
      last: async () => {
        requests.last += 1;
        return last === undefined || unreadable.has(last.seq) ? null : last;
      },
      at: async (seq) => {
        requests.at += 1;
        return readable.find((message) => message.seq === seq) ?? null;
      },
      between: async (after, before) => {
        requests.between += 1;
        return readable.filter(({ seq }) => seq > after && seq < before);
      },
      count: async () => {
        requests.count += 1;
        return messages.length;
      },
    },
  };
};

const sequences = fc
  .array(fc.integer({ min: 1, max: 50 }), { maxLength: 80 })
  .map((steps) => steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, step) => sum + step, 0)));

const seqsOf = (messages: readonly LinkedMessage[]): readonly number[] => messages.map(({ seq }) => seq);

t.test('reads all messages after a sequence in order, whichever of them have links', (t) =>
  fc
    .assert(
      fc.asyncProperty(sequences, fc.nat(2_000), fc.nat(80), async (seqs, after, named) => {
        const { source, messages } = countedJournal(messagesAt(seqs, new Set(seqs.slice(0, named))));
        const read = await readHistory(source, after);
        return JSON.stringify(read) === JSON.stringify(messages.filter(({ seq }) => seq > after));
      }),
      { numRuns: casesOf(300) },
    )
    .then(() => t.end()),
);

t.test(
  'requests only messages after the sequence: one for the last, and one for each message before it',
  async (t) => {
    const { source, requests } = countedJournal(
      messagesAt(Array.from({ length: 1_000 }, (_, index) => 10 * index + 1)),
    );
    t.equal((await readHistory(source, 9_950)).length, 5);
    t.same(requests, { last: 1, at: 4, between: 0, count: 0 });
  },
);

t.test('lets the server search when the history is long', async (t) => {
  const { source, requests, messages } = countedJournal(
    messagesAt(Array.from({ length: 1_000 }, (_, index) => index + 1)),
  );
  t.same(await readHistory(source, 0), messages);
  t.equal(requests.between, 1);
  t.ok(requests.at < 300, `${requests.at} requests for single messages`);
});

t.test('refuses a history from which any one message is missing', async (t) => {
  const seqs = [3, 5, 8, 13, 21, 34, 55];
  for (const lost of seqs) {
    const { source } = countedJournal(messagesAt(seqs), new Set([lost]));
    const missing =
      lost === 55
        ? /the last message of evt\.0\.counter\.b\.one cannot be read/
        : new RegExp(`message ${lost} of`);
    await t.rejects(readHistory(source, 0), { name: 'JournalDamaged', message: missing }, `without ${lost}`);
  }
  const { source } = countedJournal(messagesAt(seqs), new Set([8]));
  t.same(seqsOf(await readHistory(source, 8)), [13, 21, 34, 55], 'messages in a snapshot may be missing');
  t.same(seqsOf(await readHistory(source, 13)), [21, 34, 55]);
});

t.test('detects a missing message in a long history', async (t) => {
  const seqs = Array.from({ length: 600 }, (_, index) => 2 * index + 1);
  for (const lost of [1, 3, 401, 601, 1_101]) {
    const { source } = countedJournal(messagesAt(seqs), new Set([lost]));
    await t.rejects(readHistory(source, 0), { name: 'JournalDamaged' }, `without ${lost}`);
  }
});

t.test('an actor without messages is new; an actor whose only message is unreadable is not', async (t) => {
  t.same(await readHistory(countedJournal([]).source, 0), []);
  const { source } = countedJournal(messagesAt([7]), new Set([7]));
  await t.rejects(readHistory(source, 0), { name: 'JournalDamaged' });
});

t.test('reads back only to an archive, whether the archived messages still exist or not', async (t) => {
  const before = messagesAt([1, 2, 3]);
  const archive = {
    seq: 9,
    text: archiveText(1, { settled: [], messages: before.map(({ seq, text }) => ({ seq, text })) }),
    links: [3],
  };
  const after = [
    { seq: 12, text: '{"n":12}', links: [9] },
    { seq: 15, text: '{"n":15}', links: [12, 9] },
  ];
  for (const held of [before, before.slice(1, 2), []]) {
    const { source } = countedJournal([...held, archive, ...after]);
    t.same(seqsOf(await readHistory(source, 0)), [9, 12, 15]);
  }
  const { source } = countedJournal([...before, archive, ...after], new Set([9]));
  await t.rejects(readHistory(source, 0), { name: 'JournalDamaged' }, 'the archive itself is missing');
});

t.test('reads again when an archive is written during the reading', async (t) => {
  const messages = messagesAt([1, 2, 3]);
  const archive = {
    seq: 9,
    text: archiveText(1, { settled: [], messages: messages.map(({ seq, text }) => ({ seq, text })) }),
    links: [3],
  };
  const before = countedJournal(messages).source;
  const after = countedJournal([archive]).source;
  let reads = 0;
  const read = await readHistory({ ...after, last: () => (reads++ === 0 ? before.last() : after.last()) }, 0);
  t.same(seqsOf(read), [9]);
});

t.test('retries on a replica that does not have the last message yet', async (t) => {
  const nameless = new Set([1, 2, 3]);
  const all = countedJournal(messagesAt([1, 2, 3], nameless)).source;
  const behind = countedJournal(messagesAt([1, 2], nameless)).source;
  let reads = 0;
  const read = await readHistory(
    { ...all, between: (...range) => (reads++ < 2 ? behind : all).between(...range) },
    0,
  );
  t.same(seqsOf(read), [1, 2, 3]);
});

/** The messages that are not `gone`, and after them one that declares `skips` skipped and names the others. */
const withSkip = (
  messages: readonly LinkedMessage[],
  skips: readonly number[],
  gone: readonly number[],
): LinkedMessage[] => {
  const remaining = messages.filter(({ seq }) => !gone.includes(seq));
  const links = remaining
    .slice(-MAX_NAMED)
    .map(({ seq }) => seq)
    .toReversed();
  return [...remaining, { seq: (messages.at(-1)?.seq ?? 0) + 1, text: '{"n":0}', links, skips }];
};

t.test('reads the rest of a history whose skipped messages are missing', (t) =>
  fc
    .assert(
      fc.asyncProperty(
        sequences,
        fc.array(fc.nat(80), { maxLength: 40 }),
        fc.nat(2_000),
        async (seqs, lost, after) => {
          const gone = [...new Set(lost.flatMap((index) => seqs[index] ?? []))];
          const { source, messages } = countedJournal(withSkip(messagesAt(seqs), gone, gone));
          const read = await readHistory(source, after);
          return (
            JSON.stringify(seqsOf(read)) === JSON.stringify(seqsOf(messages).filter((seq) => seq > after))
          );
        },
      ),
      { numRuns: casesOf(300) },
    )
    .then(() => t.pass()),
);

t.test('detects a missing message that no later message declares skipped', async (t) => {
  const { source } = countedJournal(withSkip(messagesAt([1, 2, 3, 4]), [2], [2, 3]));
  await t.rejects(readHistory(source, 0), { name: 'JournalDamaged', seq: 3 });
});

t.test('reads skipped messages that still exist', async (t) => {
  const { source } = countedJournal(withSkip(messagesAt([1, 2, 3]), [2], []));
  const read = await readHistory(source, 0);
  t.same(seqsOf(read), [1, 2, 3, 4]);
  t.same([...skippedIn(read)], [2]);
});
