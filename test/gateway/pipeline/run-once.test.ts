/** What happens before the answer of a request with an Idempotency-Key is sent. */
import t from 'tap';
import type { IdempotencyStore, StoredAnswer } from '../../../gateway/pipeline/idempotency.js';
import { type Handled, runOnce } from '../../../gateway/pipeline/run-once.js';
import { DomainError } from '../../../schemas/errors.js';

const REPLY = { status: 201, headers: {}, body: '{"ok":true}' };
const WRITTEN = { shard: 0, seq: 7 };

/** A store with one key, and a request with that key; `steps`: what happened, in order. `shown`: resolves once a commit shows. */
const underTest = (
  handled: (steps: string[]) => Partial<Handled>,
  shown: () => Promise<void> = async () => undefined,
) => {
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
      run: async () => ({ reply: REPLY, written: null, audited: null, ...handled(steps) }),
      show: async ({ seq }) => {
        await shown();
        steps.push(`showed ${seq}`);
      },
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

t.test('an answer is sent once this node shows its commit', async (t) => {
  let appear = (): void => undefined;
  const commit = new Promise<void>((resolve) => {
    appear = resolve;
  });
  const { steps, request } = underTest(
    () => ({ written: WRITTEN }),
    () => commit,
  );
  const sent = request();
  await new Promise(setImmediate);
  t.same(steps, ['stored']);
  appear();
  t.equal((await sent).status, 201);
  t.same(steps, ['stored', 'showed 7']);
});

t.test('a request whose entry cannot be written runs again', async (t) => {
  let failures = 1;
  const error = new DomainError('journal_unavailable');
  const { steps, request } = underTest(
    () => (failures-- > 0 ? { written: WRITTEN, audited: Promise.reject(error) } : {}),
    () => Promise.reject(error),
  );
  await t.rejects(request(), { code: 'journal_unavailable' });
  t.equal((await request()).status, 201);
  t.same(steps, ['released', 'stored']);
});

t.test('a stored answer stays if its commit is not visible in time, and is replayed', async (t) => {
  let failures = 1;
  const { steps, request } = underTest(
    () => ({ written: WRITTEN }),
    async () => {
      if (failures-- > 0) throw new DomainError('not_ready');
    },
  );
  await t.rejects(request(), { code: 'not_ready' });
  const again = await request();
  t.match(again, { status: 201, headers: { 'Idempotency-Replayed': 'true' } });
  t.same(steps, ['stored', 'showed 7'], 'once this node shows the commit');
});
