/**
 * `npm run picture`: takes the picture of the console in the README: a finished call of the demo, with its transcript
 * and the times of its turns. Needs chromium.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createFlite } from '../providers/speech/offline/flite/synthesiser.js';
import { createApiClient, isSettled } from '../testkit/api/client.js';
import { AGENT, CALLEE_SAYS } from '../testkit/demo-script.js';
import { createLifetime } from '../testkit/lifetime.js';
import { parley, startParley } from '../testkit/service/parley-process.js';
import { createTenant } from '../testkit/service/tenant.js';
import { createNetworkClient, spoken } from '../testkit/simulators/network-client.js';

const PICTURE = fileURLToPath(new URL('../../docs/images/console.png', import.meta.url));
const NUMBER = '+14155550100';
const EMAIL = 'ann@example.org';
/** The callee speaks once the agent has been silent for this long. */
const POLITE_MS = 700;
const CALL_MS = 90_000;

const lifetime = createLifetime();
try {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-picture-'));
  lifetime.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await startParley({ dataDir, env: { PARLEY_LOG_LEVEL: 'error' } });
  lifetime.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const { businessId, apiKey } = await createTenant(dataDir);
  const client = createApiClient(service.url, businessId, apiKey);
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  const voices = createFlite();
  const says = await Promise.all(CALLEE_SAYS.map((text) => spoken(voices, text)));
  await voices.close();
  await network.callee(NUMBER, {
    ringMs: 800,
    steps: says.map((audio) => ({ afterSilenceMs: POLITE_MS, do: { type: 'say', audio } })),
  });
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  const callId = await client.startCall(agent.id, NUMBER);
  await client.callUntil(callId, isSettled, CALL_MS);
  const user = await parley([
    ...['admin', 'user', 'create', '--business', businessId, '--email', EMAIL, '--name', 'Ann Archer'],
    ...['--data-dir', dataDir],
  ]);

  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  lifetime.teardown(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 860 } });
  const page = await context.newPage();
  await page.goto(`${service.url}/calls/${callId}`);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(String(user.password));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(AGENT.greeting).first().waitFor();
  mkdirSync(dirname(PICTURE), { recursive: true });
  await page.screenshot({ path: PICTURE });
  process.stdout.write(`wrote ${PICTURE}\n`);
} finally {
  await lifetime.end();
}
