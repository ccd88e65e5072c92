/** The commands in the documents work: those of a page run in order, against a service as `parley serve` starts it. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createApiClient } from '../../testkit/api/client.js';
import { createAgent } from '../../testkit/api/resources.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { CLI, startParley, TALKING, UNLIMITED } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { codeBlocksOf, documents } from '../docs/code-blocks.js';

/** The address of the service in the documents. */
const WRITTEN_URL = 'http://127.0.0.1:8080';
const CLIENT = fileURLToPath(new URL('../../../packages/client', import.meta.url));
const PAGE_MS = 240_000;
const SETTINGS = {
  PARLEY_CACHE_DIR: testCacheDir(),
  PARLEY_LOG_LEVEL: 'error',
  PARLEY_VOICE_DETECTOR: 'energy',
};

/** Why the commands cannot run here; false if they can. */
const withoutJq: string | false = spawnSync('jq', ['--version']).status === 0 ? false : 'there is no jq';

t.setTimeout(900_000);

const pages = documents()
  .map((path) => ({
    path,
    blocks: codeBlocksOf(path).filter(({ language, notRun }) => language === 'sh' && notRun === null),
  }))
  .filter(({ blocks }) => blocks.length > 0);

const run = (script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string | null> =>
  new Promise((resolve) => {
    execFile(
      'bash',
      ['-euo', 'pipefail', '-c', script],
      { cwd, timeout: PAGE_MS, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve(error === null ? null : `${error.message}\n${stdout}\n${stderr}`),
    );
  });

t.test('the commands of each page work', { skip: withoutJq }, async (t) => {
  t.ok(pages.length > 10, `${pages.length} pages`);
  const dir = mkdtempSync(join(tmpdir(), 'parley-samples-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  // `npx parley` is this build, and curl fails where the service refuses.
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  for (const [name, command] of [
    ['npx', `shift\nexec '${process.execPath}' '${CLI}' "$@"`],
    ['curl', 'exec /usr/bin/curl --fail-with-body "$@"'],
  ] as const)
    writeFileSync(join(bin, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  // `npm install parley-voice-client` is the client of this build.
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(CLIENT, join(dir, 'node_modules', 'parley-voice-client'));
  const dataDir = join(dir, '.parley');
  const service = await startParley({ dataDir, env: { ...SETTINGS, ...UNLIMITED, ...TALKING } });
  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });

  for (const { path, blocks } of pages)
    await t.test(path, async (t) => {
      const { businessId, apiKey } = await createTenant(dataDir);
      const agent = await createAgent(createApiClient(service.url, businessId, apiKey), {
        channel: 'voice',
        name: 'Ann',
        instructions: 'When the customer says "hello", say "Nice to meet you.". Then hang up.',
        voiceSettings: { firstGreeting: 'Hello, this is Ann.' },
      });
      const script = blocks
        .map(({ line, text }) => `echo "${path}:${line}" >&2\n${text.replaceAll(WRITTEN_URL, service.url)}`)
        .join('\n');
      const cwd = join(dir, path.replaceAll('/', '-'));
      mkdirSync(cwd);
      const failed = await run(script, cwd, {
        ...SETTINGS,
        PATH: [bin, process.env.PATH].join(delimiter),
        PARLEY_DATA_DIR: dataDir,
        PARLEY_METRICS_TOKEN: service.operator.authorization?.replace('Bearer ', '') ?? '',
        META: service.metaUrl ?? '',
        SIMULATOR_TOKEN: service.simulatorToken ?? '',
        BUSINESS: businessId,
        KEY: apiKey,
        AGENT: agent.id,
      });
      t.equal(failed, null, failed ?? `${blocks.length} blocks`);
    });
});
