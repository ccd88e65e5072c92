/** Calls that are started and waited for. */
import t from 'tap';
import { Parley } from '../../../packages/client/src/parley.js';
import { broken, type FakeService, fakeService, limited, refusal, success } from './fake-service.js';

const clientOf = ({ fetch }: FakeService): Parley =>
  new Parley({ apiKey: 'k', businessId: 'b', fetch, random: () => 0, maxRetries: 0 });

const started = success({ callId: 'c1', destination: '+14155550101', status: 'queued' }, 202);
const as = (status: string) => success({ call: { id: 'c1', status }, transcript: [] });
const start = { agentId: 'a1', contactId: 'p1' } as const;

t.test('startAndWait resolves with the ended call, through states and an outage', async (t) => {
  const service = fakeService(
    started,
    as('queued'),
    as('ringing'),
    broken,
    limited(),
    as('answered'),
    as('completed'),
  );
  const { call } = await clientOf(service).calls.startAndWait(start, { pollMs: 1, idempotencyKey: 'k1' });
  t.equal(call.status, 'completed');
  t.equal(service.received.length, 7);
  t.equal(service.received[0]?.headers.get('idempotency-key'), 'k1');
  t.equal(service.received[1]?.url.pathname, '/api/v1/voice/calls/c1');
  const gap = (service.received[2]?.at ?? 0) - (service.received[1]?.at ?? 0);
  t.ok(gap >= 95, 'not more often than ten times a second');
  for (const status of ['no_answer', 'busy', 'failed', 'cancelled'])
    t.equal((await clientOf(fakeService(as(status))).calls.wait({ callId: 'c1' })).call.status, status);
});

t.test('a wait ends by its time, its signal, or a read that cannot succeed', async (t) => {
  await t.rejects(
    clientOf(fakeService(started, as('answered'))).calls.startAndWait(start, { timeoutMs: 150 }),
    {
      code: 'wait_timed_out',
      message: /c1/,
      retryable: true,
    },
  );
  const reason = new Error('closing');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 30);
  const waiting = clientOf(fakeService(started, as('answered'))).calls.startAndWait(start, {
    signal: controller.signal,
  });
  t.equal(await waiting.then(null, (caught: unknown) => caught), reason);
  const gone = fakeService(started, refusal({ code: 'call_not_found', status: 404 }));
  await t.rejects(clientOf(gone).calls.startAndWait(start), { code: 'call_not_found' });
  t.equal(gone.received.length, 2);
});
