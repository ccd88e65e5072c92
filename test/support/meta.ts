/** A simulated Meta that outlives the service, and accounts of ours there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetaClient, type MetaClient } from '../../bench/meta-client.js';
import { parley } from '../../bench/parley-process.js';
import { startMetaProcess } from '../../providers/channels/simulator/process.js';
import type { World } from './e2e.js';
import type { TestLifetime } from './nats.js';

const CONTROL_TOKEN = 'token-of-the-simulated-meta';

export interface TestMeta extends MetaClient {
  /** For the service. */
  readonly env: Readonly<Record<string, string>>;
}

export const startTestMeta = async (t: TestLifetime): Promise<TestMeta> => {
  const meta = await startMetaProcess({ controlToken: CONTROL_TOKEN });
  t.teardown(() => meta.stop());
  return {
    ...createMetaClient(meta.url, CONTROL_TOKEN),
    env: { PARLEY_META_URL: meta.url, PARLEY_SIMULATOR_TOKEN: CONTROL_TOKEN },
  };
};

/** Connects a WhatsApp number to a business, as an operator does. */
export const connectWhatsApp = async (
  { dataDir }: Pick<World, 'dataDir'>,
  businessId: string,
  accountId: string,
  token = 'token-of-a-test',
): Promise<void> => {
  const file = join(dataDir, `token-${accountId}`);
  writeFileSync(file, token);
  const named = ['--business', businessId, '--channel', 'whatsapp', '--account', accountId];
  await parley([
    ...['admin', 'channel', 'connect', ...named, '--name', 'Reception', '--token-file', file],
    ...['--data-dir', dataDir],
  ]);
};
