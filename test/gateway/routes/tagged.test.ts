/** Changes that are conditional on the tag of what they change (docs/reference/api.md "Conditional changes"). */
import t from 'tap';
import { CASES } from '../cases/all.js';
import { TAG } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { ask } from '../requests.js';

t.test('a change is refused unless the tag that it names is current', async (t) => {
  const under = await startGateway(t);
  const routes = under.gateway.routes.filter(
    ({ tagged, method, sessionOnly, errors }) =>
      tagged === true && method !== 'GET' && sessionOnly !== true && errors.includes('resource_changed'),
  );
  t.ok(routes.length >= 4);
  for (const { method, operationId } of routes) {
    const { path = '', body } = CASES[operationId] ?? {};
    const change = (key: string, ifMatch?: string) =>
      ask(under, method, path, body, {
        'idempotency-key': `${operationId}-${key}`,
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      });
    t.match(
      await change('other', '"0000000000000000"'),
      { status: 412, body: { error: { code: 'resource_changed', retryable: false } } },
      operationId,
    );
    for (const [key, current] of [
      ['current', `"${TAG}"`],
      ['one-of-two', `"0000000000000000", "${TAG}-hash"`],
      ['any', '*'],
      ['absent', undefined],
    ] as const)
      t.equal((await change(key, current)).status, 200, `${operationId} with ${key}`);
    t.equal((await change('weak', `W/"${TAG}"`)).status, 412, `${operationId}: a weak one never matches`);
  }
});

t.test('every refusal of a tag is documented, and every documented one comes from a tag', async (t) => {
  const { gateway } = await startGateway(t);
  for (const { operationId, method, tagged = false, errors } of gateway.routes) {
    const isRefused = errors.some((code) => code === 'resource_changed' || code === 'agent_changed');
    t.equal(isRefused, tagged && method !== 'GET', operationId);
  }
});
