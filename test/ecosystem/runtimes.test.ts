/**
 * The client package, unchanged, in every runtime that it is made for: each starts a call at a real service, waits for its end, lists
 * calls, verifies a webhook and follows live events.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createAgent } from '../../testkit/api/resources.js';
import { startReceiver } from '../../testkit/servers/receiver.js';
import { startWorld } from '../../testkit/service/world.js';
import { until } from '../../testkit/until.js';
import type { Outcome, Task } from './exercise.js';
import { BUN, CLIENT, DENO, NODE_22, NODE_24, runTool, witness } from './witnesses.js';

t.setTimeout(600_000);

const CALLEE = '+14155550101';

const world = await startWorld(t, { PARLEY_DEVELOPMENT: '1' });
const client = world.client();
const receiver = await startReceiver(t);
const { id: agentId } = await createAgent(client, {
  channel: 'voice',
  name: 'Ann',
  instructions: 'Say "Yes.".',
  voiceSettings: { firstGreeting: 'Hello.' },
});
await world.network.callee(CALLEE, {
  outcome: 'answer',
  ringMs: 100,
  steps: [{ atMs: 3_000, do: { type: 'hang_up' } }],
});

/** A delivery, exactly as the service sends it. */
const deliveryOf = async (): Promise<Task['webhook']> => {
  const { signingSecret } = await client.post<{ signingSecret: string }>('/api/v1/webhook-subscriptions', {
    channel: 'voice',
    callbackUrl: `${receiver.url}/voice`,
    events: ['voice.call.ended'],
  });
  await client.startCall(agentId, CALLEE);
  const delivery = await until(
    'the end of the call is delivered',
    () => receiver.on('/voice')[0] ?? null,
    60_000,
  );
  const headers = Object.entries(delivery.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { body: delivery.text, headers: Object.fromEntries(headers), secret: signingSecret };
};

const dir = mkdtempSync(join(tmpdir(), 'parley-runtimes-'));
t.teardown(() => rmSync(dir, { recursive: true, force: true }));
cpSync(CLIENT, join(dir, 'client'), { recursive: true });
cpSync(fileURLToPath(new URL('exercise.js', import.meta.url)), join(dir, 'exercise.js'));
writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');

const { url: baseUrl } = world.service();
const task: Task = {
  baseUrl,
  apiKey: world.apiKey,
  agentId,
  toNumber: CALLEE,
  webhook: await deliveryOf(),
};
const IMPORTS = `import * as client from './client/index.js';
import { exercise } from './exercise.js';
const task = ${JSON.stringify(task)};
`;
writeFileSync(join(dir, 'main.js'), `${IMPORTS}console.log(JSON.stringify(await exercise(client, task)));\n`);
writeFileSync(
  join(dir, 'worker.js'),
  `${IMPORTS}export default { fetch: async () => Response.json(await exercise(client, task)) };\n`,
);
// Cloudflare's own simulator of Workers, whose runtime is workerd.
writeFileSync(
  join(dir, 'workers.js'),
  `import { Miniflare } from ${JSON.stringify(witness('miniflare/dist/src/index.js'))};
const miniflare = new Miniflare({
  modules: true,
  modulesRoot: ${JSON.stringify(dir)},
  scriptPath: ${JSON.stringify(join(dir, 'worker.js'))},
  modulesRules: [{ type: 'ESModule', include: ['**/*.js'] }],
  compatibilityDate: '2026-07-01',
  host: '127.0.0.1',
});
try {
  const response = await miniflare.dispatchFetch('http://worker.test/');
  console.log(await response.text());
} finally {
  await miniflare.dispose();
}
`,
);

const deno = ['run', '--no-config', '--no-lock', '--allow-net=127.0.0.1', 'main.js'];
const RUNTIMES: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['Node 20', process.execPath, ['main.js']],
  ['Node 22', NODE_22, ['main.js']],
  ['Node 24', NODE_24, ['main.js']],
  ['Deno', DENO, deno],
  ['Bun', BUN, ['run', 'main.js']],
  ['Workers', NODE_22, ['workers.js']],
];

let calls = 1;
for (const [name, command, args] of RUNTIMES)
  await t.test(name, async (t) => {
    const printed = await runTool(command, args, dir, {
      DENO_DIR: join(dir, 'deno'),
      DENO_NO_UPDATE_CHECK: '1',
    });
    const outcome: Outcome = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    calls += 1;
    t.equal(outcome.status, 'completed');
    t.ok(outcome.speakers.includes('assistant'), 'the transcript has what the agent said');
    t.equal(new Set(outcome.listed).size, calls, 'every call is listed once, over as many pages');
    t.ok(outcome.listed.includes(outcome.callId));
    t.equal(outcome.webhook, 'voice.call.ended');
    t.equal(outcome.forged, 'webhook_signature_invalid');
    t.ok(outcome.live.includes('call.ended'), `live: ${outcome.live.join(' ')}`);
    t.comment(`${name}: ${outcome.status}, ${calls} calls listed, ${outcome.live.length} live events`);
  });
