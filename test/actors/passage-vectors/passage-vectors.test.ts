/** Vectors of passages: each part is embedded once, failures are retried later, and another text replaces the target. */
import t from 'tap';
import type { PassageVectorsCommand } from '../../../actors/passage-vectors/commands.js';
import {
  type PassageVectorsState,
  passageVectors,
  retryDelayMs,
} from '../../../actors/passage-vectors/index.js';
import type { TimerDue } from '../../../actors/runtime/actor.js';

const TARGET = { model: 'openai:small', digest: 'd1' } as const;
const REQUEST = { type: 'request', ...TARGET, passages: 100 } as const;
const RETRY = { type: 'timer_due', name: 'retry' } as const;
const part = (start: number, count: number, digest = 'd1') =>
  ({ type: 'embedded', ...TARGET, digest, start, count, dimensions: 2, packed: 'AA==' }) as const;

const after = (
  commands: readonly (PassageVectorsCommand | TimerDue)[],
  from = passageVectors.initial({ kind: 'passage-vectors', business: 'b1', id: 's1' }),
  at = 1_000,
): PassageVectorsState =>
  commands.reduce(
    (state, command) =>
      passageVectors
        .decide(state, { commandId: 'c', at, command })
        .reduce((next, event) => passageVectors.evolve(next, event, at), state),
    from,
  );
const owed = (state: PassageVectorsState) => Object.values(passageVectors.effects(state));

t.test('embeds a text part by part, once for all nodes that request it', async (t) => {
  const requested = after([REQUEST, REQUEST]);
  t.match(owed(requested), [{ kind: 'embed_passages', start: 0, attempt: 1, ...TARGET }]);
  const half = after([part(0, 64), part(0, 64), REQUEST], requested);
  t.match(owed(half), [{ start: 64 }], 'a repeated part changes nothing');
  const whole = after([part(64, 36)], half);
  t.same(owed(whole), []);
  t.same(owed(after([REQUEST], whole)), [], 'nothing is embedded again');
});

t.test('a provider that fails is asked again, later each time', async (t) => {
  const failed = after([REQUEST, { type: 'embedding_failed', ...TARGET, attempt: 1 }]);
  t.same(owed(failed), []);
  t.same(passageVectors.timers(failed), { retry: 1_000 + retryDelayMs(1) });
  t.equal(after([{ type: 'embedding_failed', ...TARGET, attempt: 1 }], failed), failed, 'reported once');
  const retried = after([RETRY], failed);
  t.match(owed(retried), [{ start: 0, attempt: 2 }]);
  t.same(passageVectors.timers(retried), {});
  const succeeded = after([part(0, 64)], retried);
  t.match(owed(succeeded), [{ start: 64, attempt: 1 }], 'a success starts over');
  t.ok(retryDelayMs(2) > retryDelayMs(1));
  t.equal(retryDelayMs(1_000), 60 * 60_000, 'at most an hour');
});

t.test('another text or another model replaces the target', async (t) => {
  for (const change of [{ digest: 'd2' }, { model: 'google:other' }]) {
    const changed = after([REQUEST, part(0, 64), { ...REQUEST, ...change }]);
    t.match(owed(changed), [{ start: 0, ...change }]);
    t.equal(after([part(64, 36), part(0, 64)], changed).done, 0, 'results of the former are dropped');
  }
});

t.test('what cannot be embedded any more is given up, and can be requested again', async (t) => {
  const given = after([REQUEST, { type: 'give_up', ...TARGET }]);
  t.same(owed(given), []);
  t.match(owed(after([REQUEST], given)), [{ start: 0 }]);
  const whole = after([REQUEST, part(0, 100)]);
  t.equal(after([{ type: 'give_up', ...TARGET }], whole), whole);
});

t.test('vectors that the views still lack long after are made again', async (t) => {
  const whole = after([REQUEST, part(0, 100)]);
  t.same(owed(after([REQUEST], whole, 1_000 + 9 * 60_000)), []);
  t.match(owed(after([REQUEST], whole, 1_000 + 11 * 60_000)), [{ start: 0 }]);
});
