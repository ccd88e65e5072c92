/** The drain of a node as a function of its inputs. */
import t from 'tap';
import {
  type DrainInput,
  type DrainState,
  drainAfter,
  holdsCalls,
  type Look,
  NOTICE_MS,
  SAME_REQUEST_MS,
  SERVING,
} from '../../../src/drain/drain-state.js';

const DRAIN_MS = 600_000;
const STOP: DrainInput = { type: 'stop_requested', hurry: false };
const NOTHING: Look = { sessions: 0, calls: 0, hasSuccessor: false };

const after = (
  inputs: readonly (readonly [at: number, input: DrainInput])[],
  drainMs = DRAIN_MS,
): DrainState =>
  inputs.reduce<DrainState>((state, [at, input]) => drainAfter(state, input, at, drainMs), SERVING);
const looked = (look: Partial<Look>): DrainInput => ({ type: 'looked', look: { ...NOTHING, ...look } });

t.test('a serving node does not stop without a request', async (t) => {
  t.same(after([[0, looked({})]]), SERVING);
  t.notOk(holdsCalls(SERVING));
});

t.test('a node without live calls stops at its first look', async (t) => {
  t.same(
    after([
      [0, STOP],
      [1, looked({})],
    ]),
    { type: 'stopping', reason: 'drained', calls: 0 },
  );
});

t.test('a single node waits until its calls have ended, and holds new ones', async (t) => {
  const begun = after([[0, STOP]]);
  t.ok(holdsCalls(begun), 'from the first moment');
  const waiting = after([
    [0, STOP],
    [1, looked({ sessions: 2, calls: 3 })],
    [500_000, looked({ calls: 1 })],
  ]);
  t.match(waiting, { type: 'draining', calls: 1, isHandedOver: false });
  t.ok(holdsCalls(waiting));
  t.match(drainAfter(waiting, looked({}), 500_001, DRAIN_MS), { type: 'stopping', reason: 'drained' });
});

t.test('a drain ends at its deadline and says how many calls it cuts', async (t) => {
  t.same(
    after([
      [0, STOP],
      [DRAIN_MS - 1, looked({ sessions: 1 })],
      [DRAIN_MS, looked({ sessions: 1 })],
    ]),
    { type: 'stopping', reason: 'deadline', calls: 1 },
  );
  t.match(
    after(
      [
        [0, STOP],
        [0, looked({ sessions: 1 })],
      ],
      0,
    ),
    { type: 'stopping', reason: 'deadline' },
    'at once with a drain of 0 seconds',
  );
});

t.test('a node that cannot see its calls waits until its deadline', async (t) => {
  const blind: DrainInput = { type: 'looked', look: null };
  t.match(
    after([
      [0, STOP],
      [1, blind],
    ]),
    { type: 'draining' },
  );
  t.match(
    after([
      [0, STOP],
      [DRAIN_MS, blind],
    ]),
    { type: 'stopping', reason: 'deadline' },
  );
});

t.test('a second request stops the node at once; an echo of the first does not', async (t) => {
  const calls = looked({ sessions: 1 });
  const echoed = after([
    [0, STOP],
    [1, calls],
    [SAME_REQUEST_MS - 1, STOP],
  ]);
  t.match(echoed, { type: 'draining' });
  t.same(drainAfter(echoed, STOP, SAME_REQUEST_MS, DRAIN_MS), {
    type: 'stopping',
    reason: 'hurried',
    calls: 1,
  });
});

t.test('a hurried request stops the node at once', async (t) => {
  const hurried: DrainInput = { type: 'stop_requested', hurry: true };
  t.match(after([[0, hurried]]), { type: 'stopping', reason: 'hurried' });
  t.match(
    after([
      [0, STOP],
      [1, hurried],
    ]),
    { type: 'stopping', reason: 'hurried' },
  );
});

t.test('a node with a successor hands its calls over once balancers have noticed', async (t) => {
  const calls = looked({ sessions: 1, calls: 1, hasSuccessor: true });
  const noticing = after([
    [0, STOP],
    [1, calls],
  ]);
  t.match(noticing, { type: 'draining', isHandedOver: false });
  t.notOk(holdsCalls(noticing), 'new calls can be placed: their media go to the other node');
  const handed = drainAfter(noticing, calls, NOTICE_MS, DRAIN_MS);
  t.match(handed, { type: 'draining', isHandedOver: true });
  const elsewhere = looked({ sessions: 0, calls: 7, hasSuccessor: true });
  t.match(drainAfter(handed, elsewhere, NOTICE_MS + 1, DRAIN_MS), { type: 'stopping', reason: 'drained' });
  t.match(
    drainAfter(handed, calls, NOTICE_MS + 60_000, DRAIN_MS),
    { type: 'draining', isHandedOver: true, calls: 1 },
    'a call that came back continues here',
  );
});

t.test('a node with a successor keeps its port open while balancers notice', async (t) => {
  const idle = looked({ hasSuccessor: true });
  t.match(
    after([
      [0, STOP],
      [1, idle],
    ]),
    { type: 'draining' },
  );
  t.match(
    after([
      [0, STOP],
      [NOTICE_MS, idle],
    ]),
    { type: 'stopping', reason: 'drained' },
  );
  t.match(
    after(
      [
        [0, STOP],
        [1, idle],
      ],
      0,
    ),
    { type: 'stopping' },
    'unless the drain takes 0 seconds',
  );
});

t.test('a successor that starts while a single node drains takes the calls over', async (t) => {
  const state = after([
    [0, STOP],
    [1, looked({ sessions: 1, calls: 1 })],
    [60_000, looked({ sessions: 1, calls: 1, hasSuccessor: true })],
  ]);
  t.match(state, { type: 'draining', isHandedOver: true });
  t.notOk(holdsCalls(state));
});

t.test('a stop is final', async (t) => {
  const stopping = after([
    [0, STOP],
    [1, looked({})],
  ]);
  t.equal(drainAfter(stopping, STOP, 5_000, DRAIN_MS), stopping);
  t.ok(holdsCalls(stopping));
});
