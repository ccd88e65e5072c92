/** A simulated Meta that outlives the service, and our accounts there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { startMetaProcess } from '../../simulators/meta/process.js';
import type { Lifetime } from '../lifetime.js';
import { createMetaClient, type MetaClient } from '../simulators/meta-client.js';
import { parley } from './parley-process.js';
import type { World } from './world.js';

const CONTROL_TOKEN = 'token-of-the-simulated-meta';

/** Controls the simulated Meta, and has the settings of a service that uses it. */
export interface TestMeta extends MetaClient {
  /** Environment of the service. */
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
}

/** Starts it as a separate process, which ends with the lifetime. */
export const startTestMeta = async (t: Lifetime): Promise<TestMeta> => {
  const meta = await startMetaProcess({ controlToken: CONTROL_TOKEN });
  t.teardown(() => meta.stop());
  return {
    ...createMetaClient(meta.url, CONTROL_TOKEN),
    pid: meta.pid,
    env: { PARLEY_META_URL: meta.url, PARLEY_SIMULATOR_TOKEN: CONTROL_TOKEN },
  };
};

interface AccountConnection {
  readonly channel: AccountChannel;
  readonly businessId: string;
  readonly accountId: string;
  /** The access token. The simulated Meta accepts any but `expired`. */
  readonly token?: string;
  /** Environment of the service, if it has more than a data directory. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Connects an account to a business, as an operator does. */
const connectAccount = async (dataDir: string, connection: AccountConnection): Promise<void> => {
  const { channel, businessId, accountId, token = 'token-of-a-test', env = {} } = connection;
  const file = join(dataDir, `token-${accountId}`);
  writeFileSync(file, token);
  const flags = ['--business', businessId, '--channel', channel, '--account', accountId];
  await parley(
    [
      ...['admin', 'channel', 'connect', ...flags, '--name', 'Reception', '--token-file', file],
      ...['--data-dir', dataDir],
    ],
    env,
  );
};

/** Connects a WhatsApp number. */
export const connectWhatsApp = (
  { dataDir }: Pick<World, 'dataDir'>,
  businessId: string,
  accountId: string,
  token = 'token-of-a-test',
  env: Readonly<Record<string, string>> = {},
): Promise<void> => connectAccount(dataDir, { channel: 'whatsapp', businessId, accountId, token, env });

/** Connects an Instagram account. */
export const connectInstagram = (
  { dataDir }: Pick<World, 'dataDir'>,
  businessId: string,
  accountId: string,
): Promise<void> => connectAccount(dataDir, { channel: 'instagram', businessId, accountId });
