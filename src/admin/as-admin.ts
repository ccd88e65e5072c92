/**
 * The session of every `parley admin` command. It uses the engine of the running service or, if none runs, starts one
 * for the duration of the command. Commands only address actors; the effects of these actors are left to the serving
 * nodes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { agent } from '../../actors/agent/index.js';
import { auditLog } from '../../actors/audit/index.js';
import { business } from '../../actors/business/index.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import { claim } from '../../actors/claim/index.js';
import { consoleTeam } from '../../actors/console-team/index.js';
import { consoleUser } from '../../actors/console-user/index.js';
import { contactImport } from '../../actors/contact-import/index.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import { dataSource } from '../../actors/data-source/index.js';
import { providerLists } from '../../actors/provider-lists/index.js';
import type { ActorRef } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { type Journal, openJournal } from '../../actors/runtime/journal/journal.js';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import { watchConnection } from '../../actors/runtime/nats/connection.js';
import { parseEventSubject, streamName } from '../../actors/runtime/subjects.js';
import { type ActorSystem, createActorSystem } from '../../actors/runtime/system.js';
import { openJournalClock } from '../../actors/runtime/timekeeping/journal-clock.js';
import { toolbox } from '../../actors/toolbox/index.js';
import type { TenantNames } from '../../providers/names/tenant-names.js';
import { EVERYWHERE_MS } from '../../views/views.js';
import { type Config, ConfigError, readConfig } from '../config/index.js';
import { explainErrors, loadEnvironment } from '../config-file/environment.js';
import type { Environment } from '../config-file/read.js';
import { findRunningEngine, startEngine } from '../engine/index.js';
import { createLogger } from '../logging.js';
import { connectNats } from '../nats/connection.js';
import { chooseReplicas } from '../nats/replicas.js';
import { openTenantNames } from '../tenant-names.js';
import { auditedActors } from './operator-audit.js';

export interface AdminOptions {
  readonly dataDir?: string;
}

export interface Admin {
  readonly nc: NatsConnection;
  /** Commands through these actors are audited (operator-audit.ts). */
  readonly actors: ActorClient;
  /** The same actors without auditing, for commands that are not a change of the operator's own. */
  readonly system: ActorSystem;
  readonly journal: Journal;
  /** The time of the journal's clock, ms since the epoch. */
  readonly now: () => number;
  /** Replica count of streams and buckets that are created. */
  readonly replicas: number;
  /** Whether addresses configured by businesses may lead to this machine and its network. */
  readonly development: boolean;
  /** Directory of the installed recognition models. */
  readonly speechDir: string;
  /** Resolves the host names that businesses configure. */
  readonly names: TenantNames;
  /** Actors of a kind that have events in the journal, of one business or all, with one id or any. */
  find(
    kind: string,
    filter?: { readonly business?: string; readonly id?: string },
  ): Promise<readonly ActorRef[]>;
}

/** Runs `work`, then shuts down in order. @throws ConfigError, EngineError, and the errors of `work` */
export const asAdmin = <T>(
  options: AdminOptions,
  work: (admin: Admin) => Promise<T>,
  env: Environment = process.env,
): Promise<T> => atEngine(options, (nc, config) => withActors(nc, config, work), env);

/** Runs `work` on the engine alone, without actors and without creating anything. @throws as {@link asAdmin} */
export const atEngine = async <T>(
  options: AdminOptions,
  work: (nc: NatsConnection, config: Config) => Promise<T>,
  env: Environment = process.env,
): Promise<T> => {
  const settings = loadEnvironment(undefined, env, process.cwd());
  const config = await explainErrors(settings, () => readConfig(options, settings.env));
  const { nats, release } = await engineFor(config, settings.env);
  const nc = await connectNats(nats, 'parley-admin');
  try {
    return await work(nc, config);
  } finally {
    await nc.close();
    await release();
  }
};

const withActors = async <T>(
  nc: NatsConnection,
  config: Config,
  work: (admin: Admin) => Promise<T>,
): Promise<T> => {
  const logger = createLogger('silent');
  const connection = watchConnection(nc);
  try {
    const replicas = await chooseReplicas(nc, config.replicas);
    const { now, stop } = await openJournalClock({ nc, shards: config.shards, replicas, logger });
    stop();
    const actors = await createActorSystem({ nc, shards: config.shards, replicas, now, logger });
    register(actors);
    const journal = await openJournal(connection, config.shards, replicas);
    const { development, speechDir } = config;
    const names = await openTenantNames({ config, count: () => undefined, logger });
    const find = finder(nc, config.shards);
    const audited = auditedActors(actors, now);
    const result = await work({
      nc,
      actors: audited,
      system: actors,
      journal,
      now,
      replicas,
      development,
      speechDir,
      names,
      find,
    });
    await actors.drain();
    return result;
  } finally {
    connection.release();
  }
};

/** Registered as idle: this process leaves their effects to the serving nodes, which find them pending. */
const register = (actors: ActorSystem): void => {
  actors.registerIdle(agent);
  actors.registerIdle(auditLog);
  actors.registerIdle(business);
  actors.registerIdle(claim);
  actors.registerIdle(consoleTeam);
  actors.registerIdle(consoleUser);
  actors.registerIdle(channelAccount);
  actors.registerIdle(contactImport);
  actors.registerIdle(contactPoint);
  actors.registerIdle(dataSource);
  actors.registerIdle(providerLists);
  actors.registerIdle(toolbox);
};

const finder =
  (nc: NatsConnection, shards: number): Admin['find'] =>
  async (kind, { business: businessId = '*', id = '*' } = {}) => {
    const jsm = await jetstreamManager(nc);
    const found: ActorRef[] = [];
    for (let shard = 0; shard < shards; shard += 1) {
      const { state } = await jsm.streams.info(streamName(shard), {
        subjects_filter: `evt.${shard}.${kind}.${businessId}.${id}`,
      });
      found.push(...Object.keys(state.subjects ?? {}).flatMap((subject) => parseEventSubject(subject) ?? []));
    }
    return found;
  };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws ConfigError if the option is not an id */
export const idOption = (option: string, value: string, from: string): string => {
  if (UUID.test(value)) return value;
  throw new ConfigError(`${option} is "${value}"; give the id that ${from}`);
};

/** The reference to the actor of a business. @throws ConfigError */
export const businessRef = (id: string): { readonly business: string; readonly id: string } => {
  const business = idOption('--business', id, '`admin business create` printed');
  return { business, id: business };
};

const engineFor = async (
  config: Config,
  env: Environment,
): Promise<{ nats: NatsAccess; release: () => Promise<void> }> => {
  if (config.nats !== null) return { nats: config.nats, release: async () => undefined };
  const running = await findRunningEngine(config.dataDir);
  if (running !== null) return { nats: running, release: async () => undefined };
  const engine = await startEngine({
    dataDir: config.dataDir,
    binary: env.PARLEY_NATS_SERVER,
    cacheDir: config.cacheDir,
    logger: createLogger('silent'),
  });
  return { nats: engine, release: () => engine.stop() };
};

/** Resolves once what was just written is effective: revoked access is gone on every node (views/kernel/store/freshness.ts, F5). */
export const untilPropagated = (): Promise<void> => delay(EVERYWHERE_MS);
