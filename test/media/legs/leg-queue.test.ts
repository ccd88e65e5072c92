/** Audio to a browser, and receipts for it: in order, on time, and only for audio that was heard. */
import fc from 'fast-check';
import t from 'tap';
import { createLegQueue } from '../../../media/legs/leg-queue.js';

const frame = (value: number): Uint8Array => new Uint8Array(160).fill(value);
const valuesOf = (frames: readonly (Uint8Array | null)[]): readonly (number | null)[] =>
  frames.map((payload) => payload?.[0] ?? null);

t.test('sends a frame every 20 ms, and silence if there is none', async (t) => {
  const queue = createLegQueue(1_000);
  t.same(valuesOf(queue.due(1_000)), [null]);
  t.ok(queue.push(Buffer.concat([frame(1), frame(2), frame(3)])));
  t.same(valuesOf(queue.due(1_019)), []);
  t.same(valuesOf(queue.due(1_020)), [1]);
  t.same(valuesOf(queue.due(1_065)), [2, 3], 'frames of a late clock are caught up');
  t.same(valuesOf(queue.due(1_080)), [null]);
});

t.test('a mark counts as heard after the playout delay of the audio before it', async (t) => {
  const queue = createLegQueue(0);
  queue.setPlayout(100);
  queue.push(frame(1));
  queue.mark('one');
  queue.push(frame(2));
  queue.mark('two');
  queue.due(0);
  queue.due(20);
  t.same(queue.heard(119), [], 'the frame left at 0, and ends there at 120');
  t.same(queue.heard(120), ['one']);
  queue.due(40);
  t.same(queue.heard(139), []);
  t.same(queue.heard(140), ['two']);
  t.same(queue.heard(1_000), [], 'each mark once');
});

t.test('cleared audio is not heard, audio that has left is', async (t) => {
  const queue = createLegQueue(0);
  queue.setPlayout(50);
  queue.push(frame(1));
  queue.mark('played');
  queue.push(frame(2));
  queue.push(frame(3));
  queue.mark('dropped');
  queue.due(20);
  queue.clear();
  t.same(valuesOf(queue.due(40)), [null]);
  t.same(queue.heard(10_000), ['played']);
});

t.test('the queue is bounded, and a long stall is not caught up', async (t) => {
  const queue = createLegQueue(0);
  t.ok(queue.push(new Uint8Array(160 * 500)));
  t.notOk(queue.push(frame(1)), 'ten seconds are queued');
  t.equal(queue.due(9_980).length, 50, 'one second of it leaves');
  t.equal(queue.due(10_000).length, 1);
  queue.clear();
  t.ok(queue.push(frame(1)));
});

t.test('the playout delay that a browser reports is accepted within bounds', async (t) => {
  const queue = createLegQueue(0);
  queue.mark('now');
  queue.due(0);
  queue.setPlayout(60_000);
  t.same(queue.heard(1_999), []);
  t.same(queue.heard(2_000), ['now']);
  queue.mark('then');
  queue.due(20);
  queue.setPlayout(-5);
  t.same(queue.heard(20), ['then']);
});

t.test('in any sequence marks are heard in order, once, and not before their frames', async (t) => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('push' as const) }),
    fc.record({ type: fc.constant('mark' as const) }),
    fc.record({ type: fc.constant('clear' as const) }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.nat(90) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.nat(300), (steps, playout) => {
      const queue = createLegQueue(0);
      queue.setPlayout(playout);
      let at = 0;
      let pushed = 0;
      let left = 0;
      let marks = 0;
      /** Frames that were pushed before a mark. */
      const before = new Map<string, number>();
      let cleared = 0;
      const heard: number[] = [];
      for (const action of [...steps, { type: 'wait' as const, ms: 5_000 }]) {
        if (action.type === 'push' && queue.push(frame(1))) pushed += 1;
        if (action.type === 'mark') {
          marks += 1;
          before.set(String(marks), pushed);
          queue.mark(String(marks));
        }
        if (action.type === 'clear') {
          cleared += pushed - cleared - left;
          queue.clear();
        }
        if (action.type === 'wait') {
          at += action.ms;
          left += queue.due(at).filter((payload) => payload !== null).length;
          for (const name of queue.heard(at)) {
            heard.push(Number(name));
            t.ok(left + cleared >= (before.get(name) ?? 0), 'the frames before it have left');
          }
        }
      }
      t.same(
        heard,
        [...new Set(heard)].sort((a, b) => a - b),
        'in order, once',
      );
    }),
    { numRuns: 100 },
  );
});
