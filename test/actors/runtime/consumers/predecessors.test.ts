/** Which earlier messages of a subject must be handled first after deliveries went to another reader. */
import t from 'tap';
import { createPredecessors } from '../../../../actors/runtime/consumers/predecessors.js';

/** A stream and a consumer of it; `requests` counts the requests to the server. */
const world = (subjects: readonly string[], position = { settled: 0, delivered: 0 }) => {
  const stream = subjects.map((subject, index) => ({ subject, seq: index + 1 }));
  const requests = { position: 0, stream: 0 };
  let now = 0;
  let isAway = false;
  const predecessors = createPredecessors({
    now: () => now,
    position: async () => {
      requests.position += 1;
      if (isAway) throw new Error('no answer');
      return { ...position };
    },
    firstAfter: async (subject, seq) => {
      requests.stream += 1;
      return stream.find((message) => message.subject === subject && message.seq > seq) ?? null;
    },
  });
  const before = async (subject: string, seq: number): Promise<readonly number[]> => {
    const found: number[] = [];
    for await (const message of predecessors.before(subject, seq)) found.push(message.seq);
    return found;
  };
  return {
    predecessors,
    before,
    requests,
    position,
    pass: (ms: number) => {
      now += ms;
    },
    away: (away: boolean) => {
      isAway = away;
    },
  };
};

t.test('makes no requests while every delivery came to this reader', async (t) => {
  const { predecessors, before, requests } = world(['a', 'a', 'b']);
  for (const seq of [1, 2, 3]) predecessors.onDelivery(seq, seq);
  t.same([await before('a', 1), await before('a', 2), await before('b', 3)], [[], [], []]);
  t.same(requests, { position: 0, stream: 0 });
});

t.test('puts the unsettled messages of the subject first after deliveries to another reader', async (t) => {
  // Settled up to 1; 2 to 5 were delivered to another reader.
  const { predecessors, before, requests } = world(['a', 'a', 'b', 'a', 'b', 'a', 'a'], {
    settled: 1,
    delivered: 6,
  });
  predecessors.onDelivery(6, 6);
  predecessors.onDelivery(7, 7);
  t.same(await before('a', 6), [2, 4]);
  t.same(await before('a', 7), [], 'this reader received everything after the gap');
  t.equal(requests.position, 1);
});

t.test('restores the order of redeliveries that arrive out of order', async (t) => {
  const { predecessors, before } = world(['a', 'a', 'a', 'a'], { settled: 0, delivered: 3 });
  predecessors.onDelivery(4, 2);
  predecessors.onDelivery(5, 1);
  predecessors.onDelivery(6, 3);
  predecessors.onDelivery(7, 4);
  t.same(await before('a', 2), [1]);
  t.same(await before('a', 1), []);
  t.same(await before('a', 3), []);
  t.same(await before('a', 4), []);
});

t.test('checks a subject until this reader has received it after the gap', async (t) => {
  // 1 is redelivered at the gap; 2 is still with the other reader when 4 arrives.
  const { predecessors, before } = world(['a', 'a', 'b', 'a'], { settled: 0, delivered: 3 });
  predecessors.onDelivery(4, 1);
  t.same(await before('a', 1), []);
  predecessors.onDelivery(5, 4);
  t.same(await before('a', 4), [2]);
});

t.test('checks redelivered messages that this reader had given up', async (t) => {
  const { predecessors, before } = world(['a', 'a'], { settled: 0, delivered: 2 });
  predecessors.onDelivery(1, 1);
  predecessors.onDelivery(2, 2);
  predecessors.onLoss();
  predecessors.onDelivery(3, 2);
  t.same(await before('a', 2), [1]);
});

t.test('makes no more requests once everything delivered up to the gap is settled', async (t) => {
  const { predecessors, before, requests, position, pass } = world(['a', 'b', 'c', 'd'], {
    settled: 0,
    delivered: 2,
  });
  predecessors.onDelivery(3, 3);
  t.same(await before('c', 3), []);
  position.settled = 3;
  pass(1_000);
  predecessors.onDelivery(4, 4);
  t.same(await before('d', 4), []);
  const { stream } = requests;
  t.same(await before('d', 4), []);
  t.equal(requests.stream, stream);
});

t.test('a recreated consumer begins before all unsettled messages', async (t) => {
  const { predecessors, before, requests } = world(['a', 'a'], { settled: 0, delivered: 2 });
  predecessors.onDelivery(9, 2);
  predecessors.restart();
  predecessors.onDelivery(1, 1);
  t.same(await before('a', 1), []);
  t.equal(requests.position, 0);
});

t.test('repeats a request that was not answered', async (t) => {
  const { predecessors, before, away } = world(['a', 'a'], { settled: 0, delivered: 2 });
  predecessors.onDelivery(2, 2);
  away(true);
  await t.rejects(before('a', 2), { message: 'no answer' });
  away(false);
  t.same(await before('a', 2), [1]);
});
