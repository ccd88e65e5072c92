/**
 * `parley admin`: each command speaks to the business actor, through the engine of the running service or, when
 * none runs, through one that it starts for the moment.
 */
import { randomUUID } from 'node:crypto';
import type { BusinessAnswer, BusinessCommand, BusinessEffect } from '../actors/business/commands.js';
import { business } from '../actors/business/index.js';
import type { EffectHandlers } from '../actors/runtime/actor.js';
import { createActorSystem } from '../actors/runtime/system.js';
import { MICROCREDITS_PER_CREDIT } from '../schemas/money.js';
import type { Scope } from '../schemas/scopes.js';
import { newApiKey } from './api-keys.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { findRunningEngine, startEngine } from './engine/index.js';
import { createLogger } from './logging.js';
import { connectNats } from './node.js';

interface AdminOptions {
  readonly dataDir?: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const createBusiness = async (
  options: AdminOptions & {
    readonly name: string;
    readonly lines: number;
    readonly credits: number;
    readonly blockPrice: number;
  },
): Promise<{ businessId: string }> => {
  const businessId = randomUUID();
  await tell(options, businessId, {
    type: 'create',
    name: options.name,
    lines: options.lines,
    blockPriceMicrocredits: options.blockPrice,
    microcredits: options.credits * MICROCREDITS_PER_CREDIT,
  });
  return { businessId };
};

export const grantCredit = async (
  options: AdminOptions & { readonly business: string; readonly credits: number; readonly reason: string },
): Promise<{ businessId: string; availableMicrocredits: number }> => {
  const microcredits = options.credits * MICROCREDITS_PER_CREDIT;
  const { availableMicrocredits } = await tell(options, options.business, {
    type: 'grant_credit',
    microcredits,
    reason: options.reason,
  });
  return { businessId: options.business, availableMicrocredits };
};

export const setLines = async (
  options: AdminOptions & { readonly business: string; readonly lines: number },
): Promise<{ businessId: string; lines: number }> => {
  const { lines } = await tell(options, options.business, { type: 'set_lines', lines: options.lines });
  return { businessId: options.business, lines };
};

export const createKey = async (
  options: AdminOptions & {
    readonly business: string;
    readonly scopes: readonly Scope[];
    readonly name: string;
  },
): Promise<{ apiKey: string }> => {
  const { keyId, secretHash, apiKey } = newApiKey();
  await tell(options, options.business, {
    type: 'create_key',
    keyId,
    name: options.name,
    secretHash,
    scopes: options.scopes,
  });
  return { apiKey };
};

export const revokeKey = async (
  options: AdminOptions & { readonly business: string; readonly key: string },
): Promise<{ keyId: string; revoked: true }> => {
  await tell(options, options.business, { type: 'revoke_key', keyId: options.key });
  return { keyId: options.key, revoked: true };
};

/** What a business owes is not this process's to do: whoever serves finds it owed. */
const LEAVE_OWED: EffectHandlers<BusinessEffect, BusinessCommand> = {
  notify_line: async () => null,
  check_call: async () => null,
};

const tell = async (
  options: AdminOptions,
  businessId: string,
  command: BusinessCommand,
): Promise<BusinessAnswer> => {
  if (!UUID.test(businessId))
    throw new ConfigError(
      `--business is "${businessId}"; give the id that \`admin business create\` printed`,
    );
  const config: Config = readConfig(options, process.env);
  const logger = createLogger('silent');
  const { url, release } = await engineFor(config);
  const nc = await connectNats(url, 'parley-admin');
  try {
    const actors = await createActorSystem({ nc, shards: config.shards, now: Date.now, logger });
    actors.register(business, LEAVE_OWED);
    const { answer } = await actors.ask(business, { business: businessId, id: businessId }, command);
    await actors.drain();
    return answer;
  } finally {
    await nc.close();
    await release();
  }
};

const engineFor = async (config: Config): Promise<{ url: string; release: () => Promise<void> }> => {
  if (config.natsUrl !== null) return { url: config.natsUrl, release: async () => undefined };
  const running = await findRunningEngine(config.dataDir);
  if (running !== null) return { url: running.url, release: async () => undefined };
  const engine = await startEngine({
    dataDir: config.dataDir,
    binary: process.env.PARLEY_NATS_SERVER,
    cacheDir: process.env.PARLEY_CACHE_DIR,
    logger: createLogger('silent'),
  });
  return { url: engine.url, release: () => engine.stop() };
};
