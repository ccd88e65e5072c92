/** The configuration of a node: the settings of the command line and the environment, checked once at startup. */
import { join, resolve } from 'node:path';
import { readCarriers } from './carrier-settings.js';
import { databaseSettings } from './database-settings.js';
import { ConfigError } from './error.js';
import { browserLegsSetting } from './legs-setting.js';
import { mediaThreadsSetting } from './media-threads-setting.js';
import { modelSetting } from './model-setting.js';
import { natsSettings } from './nats-settings.js';
import { realtimeSetting } from './realtime-setting.js';
import { recordingsSetting } from './recordings-setting.js';
import { AGENTS } from './settings/agents.js';
import { CARRIERS } from './settings/carriers.js';
import { CHANNELS } from './settings/channels.js';
import { JOURNAL } from './settings/journal.js';
import { LISTEN } from './settings/listen.js';
import { LIMITS, SERVICE } from './settings/service.js';
import { type Env, read } from './settings/setting.js';
import { STORAGE } from './settings/storage.js';
import { speechDirectory, speechSetting } from './speech-setting.js';

export { ConfigError } from './error.js';

/** The settings in effect. What each means is in its line of the table (settings/). */
export type Config = Readonly<ReturnType<typeof settingsIn>>;

export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly dataDir?: string;
}

/** Options take precedence over the environment. @throws ConfigError */
export const readConfig = (options: ServeOptions, env: Env): Config =>
  settingsIn(dataDirectory(options.dataDir, env), options, env);

/** Absolute path. `option`: takes precedence over the environment. */
export const dataDirectory = (option: string | undefined, env: Env): string =>
  resolve(option ?? read(STORAGE.dataDir, env));

const MIB = 1024 ** 2;

const settingsIn = (dataDir: string, options: ServeOptions, env: Env) => {
  const host = options.host ?? read(LISTEN.host, env);
  const speechDir = speechDirectory(dataDir, env);
  const archiveMinutes = archiveAfterMinutes(env);
  const countries = read(CARRIERS.allowedCountries, env);
  return {
    /** 0: a free port. */
    port: options.port === undefined ? read(LISTEN.port, env) : LISTEN.port.parse(options.port, '--port'),
    host,
    dataDir,
    /** Directory of files that can be fetched again. */
    cacheDir: resolve(read(STORAGE.cacheDir, env) ?? join(dataDir, 'cache')),
    speechDir,
    /** Null: an embedded nats-server under the data directory. */
    nats: natsSettings(env),
    /** Null: 3 if the cluster has as many servers, else 1. */
    replicas: replicasSetting(env),
    shards: read(JOURNAL.shards, env),
    /** Null: `http://<host>:<port>`. */
    publicUrl: read(LISTEN.publicUrl, env),
    /** Null: the main thread handles the media of calls. */
    mediaThreads: mediaThreadsSetting(env),
    browserLegs: browserLegsSetting(env, host),
    /** With an empty `order`, calls go to the simulated network. */
    carriers: readCarriers(env),
    /** Null: all. */
    allowedCountries: countries === null ? null : [...new Set(countries)].sort(),
    /** Null: we start a simulated network of our own. */
    loopbackUrl: read(CARRIERS.loopbackUrl, env),
    /** Null: the cluster's own. */
    loopbackAuth: read(CARRIERS.loopbackAuth, env),
    /** Meta's app for WhatsApp; null: messages go to the simulated Meta. */
    meta: meta(env, CHANNELS.whatsapp),
    /** Meta's app for Instagram; null: as for `meta`. */
    instagram: meta(env, CHANNELS.instagram),
    /** Null: we start a simulated Meta of our own. */
    metaUrl: read(CHANNELS.metaUrl, env),
    /** Null: our simulators get a secret one. */
    simulatorToken: read(SERVICE.simulatorToken, env),
    mediaHosts: read(CHANNELS.mediaHosts, env),
    development: read(SERVICE.development, env),
    /** As `address` or `address:port`; null: those of the system. */
    tenantNameServers: read(SERVICE.tenantNameServers, env),
    /** docs/reference/protocols/whatsapp.md "Rates". */
    messagesPerSecond: read(CHANNELS.messagesPerSecond, env),
    reconcileMs: read(CHANNELS.reconcileMs, env),
    /** Null: the inputs of media sessions are not kept. */
    sessionLogDir: read(STORAGE.sessionLogDir, env),
    recordings: recordingsSetting(env),
    model: modelSetting(env),
    timeZone: read(AGENTS.timeZone, env),
    speech: speechSetting(env, speechDir),
    /** Speech-to-speech engines, which take precedence over `model` and `speech`; usually none. */
    realtime: realtimeSetting(env),
    voiceDetector: read(AGENTS.voiceDetector, env),
    preemptive: read(AGENTS.preemptive, env),
    logLevel: read(SERVICE.logLevel, env),
    /** docs/reference/api.md "Limits". */
    rateLimit: limitOf(LIMITS.perKey, env),
    spoolBytes: read(STORAGE.spoolMib, env) * MIB,
    /** Unless an operator has set a quota for the business. */
    businessStorageBytes: read(STORAGE.businessStorageMib, env) * MIB,
    databases: databaseSettings(env),
    addressLimit: limitOf(LIMITS.perAddress, env),
    trustedProxies: read(LISTEN.trustedProxies, env),
    /** Null: /metrics cannot be read. */
    metricsToken: read(SERVICE.metricsToken, env),
    /** Of finished actors (actors/runtime/archiving/archiver.ts); null: never. */
    archiveAfterMs: archiveMinutes === 0 ? null : archiveMinutes * 60_000,
    actorMemoryBytes: read(LISTEN.actorMemoryMib, env) * MIB,
    /** 0: a stopping service does not wait. */
    drainMs: read(LISTEN.drainSeconds, env) * 1_000,
    watchdogMs: read(SERVICE.watchdogMs, env),
  };
};

const limitOf = ({ perSecond, burst }: typeof LIMITS.perKey, env: Env) => ({
  perSecond: read(perSecond, env),
  burst: read(burst, env),
});

const archiveAfterMinutes = (env: Env): number => {
  const minutes = read(JOURNAL.archiveAfterMinutes, env);
  if (minutes === 0 || minutes >= 10) return minutes;
  throw new ConfigError(`PARLEY_ARCHIVE_AFTER_MINUTES is ${minutes}; write 10 or more, or 0 for never`);
};

const replicasSetting = (env: Env): number | null => {
  const wanted = read(JOURNAL.replicas, env);
  if (wanted !== null && wanted > 1 && env.PARLEY_NATS_URL === undefined)
    throw new ConfigError(
      `PARLEY_REPLICAS is ${wanted}, but the embedded nats-server is a single server; use PARLEY_REPLICAS=1, or set PARLEY_NATS_URL to the servers of a cluster`,
    );
  return wanted;
};

export interface MetaConfig {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

const meta = (env: Env, app: typeof CHANNELS.whatsapp): MetaConfig | null => {
  const appSecret = read(app.appSecret, env);
  const verifyToken = read(app.verifyToken, env);
  if (appSecret === null && verifyToken === null) return null;
  if (appSecret === null || verifyToken === null)
    throw new ConfigError(
      `set both of ${app.appSecret.variable} and ${app.verifyToken.variable}, or none of them`,
    );
  return { apiUrl: read(app.apiUrl, env), appSecret, verifyToken };
};
