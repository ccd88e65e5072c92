/** Slots are bounded in total and per owner, and a busy owner does not hold up the others. */
import fc from 'fast-check';
import t from 'tap';
import { createFairSlots } from '../../../providers/scheduling/fair-slots.js';

const never = new AbortController().signal;
/** Resolves after the callbacks of all settled promises have run. */
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test('a busy owner does not hold up the others', async (t) => {
  const slots = createFairSlots({ inAll: 3, perOwner: 2 });
  const order: string[] = [];
  const leaves: (() => void)[] = [];
  const want = (owner: string): void =>
    void slots.take(owner, never).then((leave) => {
      order.push(owner);
      leaves.push(leave);
    });
  for (let n = 0; n < 5; n += 1) want('much');
  want('little');
  await settle();
  t.same(order, ['much', 'much', 'little']);
  want('other');
  leaves[0]?.();
  leaves[0]?.();
  await settle();
  t.same(order.slice(3), ['other'], 'an owner without a slot goes first, and a slot is freed only once');
  t.equal(slots.waiting(), 3);
});

t.test('an aborted wait does not take a slot', async (t) => {
  const slots = createFairSlots({ inAll: 1, perOwner: 1 });
  const leave = await slots.take('a', never);
  const tired = new AbortController();
  const waits = slots.take('b', tired.signal);
  tired.abort(new Error('too long'));
  await t.rejects(waits, /too long/);
  leave();
  t.equal(slots.waiting(), 0);
  (await slots.take('c', never))();
  await t.rejects(slots.take('c', tired.signal), /too long/);
});

t.test('in any order of taking and leaving both bounds hold and no slot is lost', async () => {
  const limits = { inAll: 4, perOwner: 2 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'leave', 'give up'), { maxLength: 60 }),
      async (steps) => {
        const slots = createFairSlots(limits);
        const held: { owner: string; leave: () => void }[] = [];
        const waiting: AbortController[] = [];
        for (const step of steps) {
          if (step === 'leave') held.shift()?.leave();
          else if (step === 'give up') waiting.pop()?.abort(new Error('gave up'));
          else {
            const patience = new AbortController();
            waiting.push(patience);
            slots.take(step, patience.signal).then(
              (leave) => void held.push({ owner: step, leave }),
              () => undefined,
            );
          }
          await settle();
          const owners = held.map(({ owner }) => owner);
          if (owners.length > limits.inAll) return false;
          for (const owner of owners)
            if (owners.filter((holder) => holder === owner).length > limits.perOwner) return false;
        }
        for (let next = held.shift(); next !== undefined; next = held.shift()) {
          next.leave();
          await settle();
        }
        const all = [
          slots.take('a', never),
          slots.take('b', never),
          slots.take('b', never),
          slots.take('c', never),
        ];
        await Promise.all(all);
        return slots.waiting() === 0;
      },
    ),
    { numRuns: 100 },
  );
});
