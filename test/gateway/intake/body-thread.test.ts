/** The thread for large bodies gives the main thread's verdicts, lets businesses take turns, and bounds every wait. */

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { type BodyTask, createBodyThread } from '../../../gateway/intake/body-thread.js';
import { type BodyVerdict, readBodyOf } from '../../../gateway/intake/body-work.js';
import { bodyRules, bodyThreadRoutes } from '../../../gateway/intake/intake.js';
import { DomainError } from '../../../schemas/errors.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { CASES } from '../cases/all.js';
import { BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';

const requester = { method: 'POST', path: '/x', businessId: BUSINESS, permitted: true };

const task = (operationId: string, text: string, changed: Partial<BodyTask['requester']> = {}): BodyTask => ({
  operationId,
  bytes: Buffer.from(text),
  requester: { ...requester, ...changed },
});

/** A thread that runs the script `source`. */
const threadOf = async (t: Lifetime, source: string, taskMs = 5_000) => {
  const path = join(await mkdtemp(join(tmpdir(), 'parley-thread-')), 'worker.mjs');
  await writeFile(path, `import { parentPort } from 'node:worker_threads';\n${source}`);
  const thread = createBodyThread({}, pathToFileURL(path), taskMs);
  t.teardown(() => thread.close());
  return thread;
};

const codeOf = (work: Promise<BodyVerdict>): Promise<string> =>
  work.then(
    ({ type }) => type,
    (error: unknown) => (error instanceof DomainError ? error.code : 'unknown'),
  );

t.test('every body gets the same verdict as on the main thread', async (t) => {
  const routes = routesWithoutService();
  const thread = createBodyThread(bodyThreadRoutes(routes));
  t.teardown(() => thread.close());
  for (const route of routes) {
    const good = CASES[route.operationId];
    if (route.body === null || route.upload === true || good?.body === undefined) continue;
    const { body, invalid } = good;
    for (const text of [
      JSON.stringify(body),
      JSON.stringify(invalid.body),
      JSON.stringify({ ...body, businessId: UNKNOWN_ID }),
      '{',
      '['.repeat(100),
    ]) {
      const onMainThread = readBodyOf(Buffer.from(text), bodyRules(route, route.body), requester);
      t.same(await thread.run(task(route.operationId, text)), onMainThread, `${route.operationId} ${text}`);
    }
  }
});

t.test('rows are returned as bytes, and a body that cannot succeed is not returned', async (t) => {
  const thread = createBodyThread(bodyThreadRoutes(routesWithoutService()));
  t.teardown(() => thread.close());
  const rows = [{ mobile: '+14155552671', 'a\nb': 7 }];
  const text = JSON.stringify({ businessId: BUSINESS, class: 'structured', name: 'Orders', rows });
  const verdict = await thread.run(task('createDataSource', text));
  t.match(verdict, { type: 'good', body: { businessId: BUSINESS, class: 'structured', name: 'Orders' } });
  const { body, detached } = verdict.type === 'good' ? verdict : { body: {}, detached: null };
  t.notOk(Object.hasOwn(Object(body), 'rows'));
  t.same(JSON.parse(Buffer.from(detached ?? []).toString()), rows);
  t.same(await thread.run(task('createDataSource', text, { permitted: false })), { type: 'unchecked' });
  t.same(await thread.run(task('createDataSource', text, { businessId: UNKNOWN_ID })), { type: 'foreign' });
});

t.test('businesses take turns, and each may only have a few bodies waiting', async (t) => {
  const thread = await threadOf(
    t,
    `const held = [];
     parentPort.on('message', ({ requester }) => {
       held.push(requester.businessId);
       setTimeout(() => parentPort.postMessage({ type: 'unreadable', code: held.join(' '), details: [] }), 20);
     });`,
  );
  const order: string[] = [];
  const send = (businessId: string): Promise<string> => {
    const work = codeOf(thread.run(task('x', '{}', { businessId })));
    void work.then((code) => code === 'unreadable' && order.push(businessId));
    return work;
  };
  const many = Array.from({ length: 12 }, () => send('loud'));
  const quiet = send('quiet');
  t.same(
    (await Promise.all(many)).filter((code) => code === 'bodies_busy').length,
    3,
    'one at work, eight waiting, and the others refused',
  );
  await quiet;
  t.ok(order.indexOf('quiet') <= 2, order.join(' '));
});

t.test('a body that takes too long is abandoned, and the next one is read', async (t) => {
  const thread = await threadOf(
    t,
    `parentPort.on('message', ({ operationId }) => {
       if (operationId === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
       if (operationId === 'die') process.exit(1);
       if (operationId === 'throw') throw new Error('boom');
       parentPort.postMessage({ type: 'unchecked' });
     });`,
    2_000,
  );
  const work = ['hang', 'good', 'die', 'good', 'throw', 'good'].map((name) =>
    codeOf(thread.run(task(name, '{}'))),
  );
  t.same(await Promise.all(work), [
    ...['bodies_busy', 'unchecked', 'bodies_busy', 'unchecked', 'bodies_busy', 'unchecked'],
  ]);
});

t.test('closing the thread refuses waiting bodies', async (t) => {
  const thread = await threadOf(t, `parentPort.on('message', () => undefined);`);
  const work = [1, 2, 3].map(() => codeOf(thread.run(task('x', '{}'))));
  await thread.close();
  await thread.close();
  t.same(await Promise.all(work), ['bodies_busy', 'bodies_busy', 'bodies_busy']);
  t.equal(await codeOf(thread.run(task('x', '{}'))), 'bodies_busy');
});
