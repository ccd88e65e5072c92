/** Which earlier messages of a subject have to be handled first, after deliveries went to another reader. */
import t from 'tap';
import { createPredecessors } from '../../../actors/runtime/predecessors.js';

/** A stream and a consumer of it; `asked` counts the questions to the server. */
const world = (subjects: readonly string[], position = { settled: 0, delivered: 0 }) => {
  const stream = subjects.map((subject, index) => ({ subject, seq: index + 1 }));
  const asked = { position: 0, stream: 0 };
  let now = 0;
  let isAway = false;
  const predecessors = createPredecessors({
    now: () => now,
    position: async () => {
      asked.position += 1;
      if (isAway) throw new Error('no answer');
      return { ...position };
    },
    firstAfter: async (subject, seq) => {
      asked.stream += 1;
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
    asked,
    position,
    pass: (ms: number) => {
      now += ms;
    },
    away: (away: boolean) => {
      isAway = away;
    },
  };
};

t.test('nothing is asked for while every delivery came here', async (t) => {
  const { predecessors, before, asked } = world(['a', 'a', 'b']);
  for (const seq of [1, 2, 3]) predecessors.onDelivery(seq, seq);
  t.same([await before('a', 1), await before('a', 2), await before('b', 3)], [[], [], []]);
  t.same(asked, { position: 0, stream: 0 });
});

t.test('after deliveries to another reader its unsettled messages of the subject come first', async (t) => {
  // Settled up to 1; 2 to 5 were given to another reader.
  const { predecessors, before, asked } = world(['a', 'a', 'b', 'a', 'b', 'a', 'a'], {
    settled: 1,
    delivered: 6,
  });
  predecessors.onDelivery(6, 6);
  predecessors.onDelivery(7, 7);
  t.same(await before('a', 6), [2, 4]);
  t.same(await before('a', 7), [], 'this reader was given everything behind the gap');
  t.equal(asked.position, 1);
});

t.test('deliveries that come again in another order are put in order', async (t) => {
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

t.test('a subject is compared until this reader has seen it behind the gap', async (t) => {
  // 1 comes again at the gap; 2 is still with the other reader when 4 comes.
  const { predecessors, before } = world(['a', 'a', 'b', 'a'], { settled: 0, delivered: 3 });
  predecessors.onDelivery(4, 1);
  t.same(await before('a', 1), []);
  predecessors.onDelivery(5, 4);
  t.same(await before('a', 4), [2]);
});

t.test('what was given up here comes again, and is compared', async (t) => {
  const { predecessors, before } = world(['a', 'a'], { settled: 0, delivered: 2 });
  predecessors.onDelivery(1, 1);
  predecessors.onDelivery(2, 2);
  predecessors.onLoss();
  predecessors.onDelivery(3, 2);
  t.same(await before('a', 2), [1]);
});

t.test('nothing is asked for any more once all that was delivered up to the gap is settled', async (t) => {
  const { predecessors, before, asked, position, pass } = world(['a', 'b', 'c', 'd'], {
    settled: 0,
    delivered: 2,
  });
  predecessors.onDelivery(3, 3);
  t.same(await before('c', 3), []);
  position.settled = 3;
  pass(1_000);
  predecessors.onDelivery(4, 4);
  t.same(await before('d', 4), []);
  const { stream } = asked;
  t.same(await before('d', 4), []);
  t.equal(asked.stream, stream);
});

t.test('a consumer that was made again begins before everything unsettled', async (t) => {
  const { predecessors, before, asked } = world(['a', 'a'], { settled: 0, delivered: 2 });
  predecessors.onDelivery(9, 2);
  predecessors.restart();
  predecessors.onDelivery(1, 1);
  t.same(await before('a', 1), []);
  t.equal(asked.position, 0);
});

t.test('a question that is not answered is put again', async (t) => {
  const { predecessors, before, away } = world(['a', 'a'], { settled: 0, delivered: 2 });
  predecessors.onDelivery(2, 2);
  away(true);
  await t.rejects(before('a', 2), { message: 'no answer' });
  away(false);
  t.same(await before('a', 2), [1]);
});
