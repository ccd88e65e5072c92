/** `parley init`: what it writes, and the receiver of webhooks among it. starter.test.ts runs the rest. */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';
import { init } from '../../../src/init/command.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CLIENT = join(ROOT, 'packages', 'client');

const manifestIn = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Writes a project without a service. */
const written = (folder: string, options: Omit<Parameters<typeof init>[1], 'url' | 'dataDir'> = {}) =>
  init(folder, { url: 'http://127.0.0.1:8080', dataDir: join(folder, 'none'), ...options });

t.test('writes a project, and never over existing files', async (t) => {
  const folder = join(t.testdir({}), 'my agents');
  const printed = await written(folder);
  t.match(printed, [/Wrote 11 files/, /^Next: cd .* && npm install && npm run serve$/, /npm run key/]);
  t.notOk(existsSync(join(folder, '.env')), 'there is no service');
  const made = manifestIn(folder);
  t.match(made, { name: 'my-agents', dependencies: { 'parley-voice-client': /^file:/ } });
  t.notOk('devDependencies' in made, 'npm would build the checkout again');
  const link = /file:([^"]+)/.exec(JSON.stringify(made))?.[1] ?? '';
  t.equal(realpathSync(resolve(folder, link)), realpathSync(CLIENT));

  writeFileSync(join(folder, 'call.js'), 'mine');
  await t.rejects(written(folder), { message: /already has agents\.yaml, .*call\.js.*--force/ });
  t.equal(readFileSync(join(folder, 'call.js'), 'utf8'), 'mine');
  await written(folder, { force: true, package: '^1.2.3' });
  t.match(readFileSync(join(folder, 'call.js'), 'utf8'), /startAndWait/);
  t.match(manifestIn(folder), {
    scripts: { simulate: /^parley simulate/ },
    dependencies: { 'parley-voice-client': `^${String(manifestIn(ROOT).version)}` },
    devDependencies: { 'parley-voice': '^1.2.3' },
  });
  await written(folder, { force: true, package: 'file:a.tgz', client: 'file:b.tgz' });
  t.match(manifestIn(folder), { dependencies: { 'parley-voice-client': 'file:b.tgz' } });
  await t.rejects(written(folder, { key: true }), { message: /no data of a service/ });
});

t.test('the client has the version that a project depends on', (t) => {
  t.equal(manifestIn(CLIENT).version, manifestIn(ROOT).version);
  t.end();
});

t.test('its receiver takes each delivery once, and refuses bad ones', async (t) => {
  const dir = t.testdir({});
  await written(join(dir, 'project'));
  const { startReceiver } = await import(pathToFileURL(join(dir, 'project', 'receiver.js')).href);
  const events: object[] = [];
  const secret = 'a-secret';
  const receiver = await startReceiver({ secret, port: 0, handle: (event: object) => events.push(event) });
  t.teardown(() => receiver.close());
  const body = JSON.stringify({ eventId: '1', eventType: 'voice.call.ended' });
  const send = async (timestamp: string, signature: string): Promise<number> => {
    const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
    return (await fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', headers, body })).status;
  };
  const now = String(Math.floor(Date.now() / 1_000));
  const signed = (timestamp: string, key = secret): string =>
    createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  t.equal(await send(now, signed(now)), 204);
  t.equal(await send(now, signed(now)), 204, 'a repeated delivery is confirmed');
  t.same(events, [JSON.parse(body)], 'and handled once');
  const old = String(Number(now) - 400);
  for (const [timestamp, signature] of [
    [now, signed(now, 'another')],
    [old, signed(old)],
    ['NaN', signed('NaN')],
    [now, 'é'.repeat(64)],
    [now, ''],
    [now, signed(now).slice(2)],
  ] as const)
    t.equal(await send(timestamp, signature), 401, `${timestamp} ${signature}`);
  t.equal(events.length, 1);
});
