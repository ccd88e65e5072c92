/** What happens before the answer of a request with an Idempotency-Key is sent. */
import t from 'tap';
import type { IdempotencyStore, StoredAnswer } from '../../../gateway/pipeline/idempotency.js';
import { type Handled, runOnce } from '../../../gateway/pipeline/run-once.js';
import { DomainError } from '../../../schemas/errors.js';

const REPLY = { status: 201, headers: {}, body: '{"ok":true}' };
const WRITTEN = { shard: 0, seq: 7 };

/** A store with one key, and a request with that key; `steps`: what happened, in order. */
const underTest = (handled: (steps: string[]) => Partial<Handled>) => {
  const steps: string[] = [];
  let kept: StoredAnswer | null = null;
  const store: IdempotencyStore = {
    claim: async () =>
      kept === null
        ? {
            type: 'claimed',
            complete: async (answer, visible) => {
              steps.push('stored');
              kept = answer;
              await visible;
            },
            release: async () => void steps.push('released'),
          }
        : { type: 'replay', answer: kept },
  };
  const request = () =>
    runOnce(store, {
      businessId: 'b1',
      key: 'k1',
      hash: 'h1',
      body: {},
      run: async () => ({ reply: REPLY, audited: null, visible: null, ...handled(steps) }),
      show: async ({ seq }) => void steps.push(`showed ${seq}`),
      refuse: () => ({ ...REPLY, status: 400 }),
    });
  return { steps, request };
};

t.test('an answer is stored once the audit log has its entry', async (t) => {
  let write = (): void => undefined;
  const { steps, request } = underTest((steps) => ({
    audited: new Promise<void>((resolve) => {
      write = () => {
        steps.push('audited');
        resolve();
      };
    }),
  }));
  const sent = request();
  await new Promise(setImmediate);
  t.same(steps, []);
  write();
  t.equal((await sent).status, 201);
  t.same(steps, ['audited', 'stored']);
});

t.test('a request whose entry cannot be written runs again', async (t) => {
  let failures = 1;
  const { steps, request } = underTest(() => {
    const error = new DomainError('journal_unavailable');
    return failures-- > 0 ? { audited: Promise.reject(error), visible: Promise.reject(error) } : {};
  });
  await t.rejects(request(), { code: 'journal_unavailable' });
  t.equal((await request()).status, 201);
  t.same(steps, ['released', 'stored']);
});

t.test('a stored answer stays if its commit is not visible in time, and is replayed', async (t) => {
  const { steps, request } = underTest(() => ({
    written: WRITTEN,
    visible: Promise.reject(new DomainError('not_ready')),
  }));
  await t.rejects(request(), { code: 'not_ready' });
  const again = await request();
  t.match(again, { status: 201, headers: { 'Idempotency-Replayed': 'true' } });
  t.same(steps, ['stored', 'showed 7'], 'once this node shows the commit');
});
