/** One business names hosts whose name server never answers; another business is not affected. */
import t from 'tap';
import { createApiClient, refusalOf } from '../../../testkit/api/client.js';
import { startNameServer } from '../../../testkit/servers/name-server.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const SUBSCRIPTIONS = '/api/v1/webhook-subscriptions';
/** Fewer than a key may request at once. */
const HOSTS = 60;
/** The limit of a look-up and of a request around it, ms. */
const ANSWERED_MS = 8_000;

interface Created {
  readonly subscription: { readonly id: string };
  readonly signingSecret: string | null;
}

const names = await startNameServer((name, type) => {
  if (name.endsWith('.hang.test')) return 'silent';
  return type === 'A' ? [name === 'inside.test' ? '10.0.0.1' : '192.88.100.1'] : [];
});
t.teardown(() => names.stop());
const world = await startWorld(t, { PARLEY_TENANT_NAME_SERVERS: names.address });
const noisy = world.client();
const second = await createTenant(world.dataDir);
const good = createApiClient(world.service().url, second.businessId, second.apiKey);

const bodyFor = (host: string) => ({
  channel: 'voice',
  callbackUrl: `https://${host}/`,
  events: ['voice.call.ended'],
});

t.test('look-ups that hang do not affect another business, and are answered in time', async (t) => {
  const began = performance.now();
  const hanging = Array.from({ length: HOSTS }, (_, n) =>
    refusalOf(noisy.post(SUBSCRIPTIONS, bodyFor(`${n}.hang.test`))),
  );
  await until('look-ups that hang', async () =>
    /^parley_tenant_name_slots_in_use 4$/m.test(await world.service().metrics()),
  );
  const { subscription } = await good.post<Created>(SUBSCRIPTIONS, bodyFor('good.test'));
  t.match(subscription, { callbackUrl: 'https://good.test/' });
  t.match(await world.service().metrics(), /^parley_tenant_name_slots_in_use 4$/m, 'while they still hang');
  const refused = (await Promise.all(hanging)).flatMap((refusal) => refusal ?? []);
  t.ok(refused.length >= HOSTS / 2, 'most find no slot');
  for (const refusal of refused) t.match(refusal, { status: 429, code: 'name_lookups_limited' });
  t.ok(performance.now() - began < ANSWERED_MS * 2, 'none waited longer than a look-up does');
  t.match(
    await world.service().metrics(),
    `parley_tenant_name_lookups_total{use="check",outcome="timed_out"} ${HOSTS - refused.length}`,
    'those with a slot are accepted: their names may resolve later',
  );
});

t.test('a name with an internal address is refused', async (t) => {
  t.match(await refusalOf(good.post(SUBSCRIPTIONS, bodyFor('inside.test'))), {
    code: 'callback_url_not_allowed',
  });
});

t.test('a repeated request with the same key returns the same subscription', async (t) => {
  const body = { ...bodyFor('good.test'), businessId: second.businessId };
  const first = await good.request<Created>('POST', SUBSCRIPTIONS, body, 'once');
  t.match(first.signingSecret, /^[0-9a-f]{64}$/);
  const again = await good.request<Created>('POST', SUBSCRIPTIONS, body, 'once');
  t.equal(again.subscription.id, first.subscription.id);
  t.equal(again.signingSecret, null, 'the secret is returned once');
  t.equal(
    (
      await refusalOf(
        good.request('POST', SUBSCRIPTIONS, { ...body, callbackUrl: 'https://other.test/' }, 'once'),
      )
    )?.code,
    'idempotency_key_conflict',
  );
});
