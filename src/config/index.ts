/** The configuration of a node: the settings of the command line and the environment, checked once at startup. */
import { join, resolve } from 'node:path';
import { readCarriers } from './carrier-settings.js';
import { databaseSettings } from './database-settings.js';
import { embeddingsSetting } from './embeddings-setting.js';
import { ConfigError } from './error.js';
import { browserLegsSetting } from './legs-setting.js';
import { mailSetting } from './mail-setting.js';
import { mediaThreadsSetting } from './media-threads-setting.js';
import { modelSetting } from './model-setting.js';
import { natsSettings } from './nats-settings.js';
import { realtimeSetting } from './realtime-setting.js';
import { recordingsSetting } from './recordings-setting.js';
import { SETTINGS } from './settings/index.js';
import { type Env, read } from './settings/setting.js';
import { speechDirectory, speechSetting } from './speech-setting.js';

export { ConfigError } from './error.js';

const MIB = 1024 ** 2;
const { listen, agents, carriers, channels, mail, journal, storage, limits, service } = SETTINGS;

/** The settings in effect. What each means, and what stands for null, is in the table (settings/). */
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
  resolve(option ?? read(storage.dataDir, env));

const settingsIn = (dataDir: string, options: ServeOptions, env: Env) => {
  const host = options.host ?? read(listen.host, env);
  const speechDir = speechDirectory(dataDir, env);
  const archiveMinutes = archiveAfterMinutes(env);
  const countries = read(carriers.allowedCountries, env);
  return {
    port: options.port === undefined ? read(listen.port, env) : listen.port.parse(options.port, '--port'),
    host,
    dataDir,
    cacheDir: resolve(read(storage.cacheDir, env) ?? join(dataDir, 'cache')),
    speechDir,
    nats: natsSettings(env),
    replicas: replicasSetting(env),
    shards: read(journal.shards, env),
    /** Null: `http://<host>:<port>`. */
    publicUrl: read(listen.publicUrl, env),
    /** Null: the main thread handles the media of calls. */
    mediaThreads: mediaThreadsSetting(env),
    browserLegs: browserLegsSetting(env, host),
    /** With an empty `order`, calls go to the simulated network. */
    carriers: readCarriers(env),
    allowedCountries: countries === null ? null : [...new Set(countries)].sort(),
    loopbackUrl: read(carriers.loopbackUrl, env),
    loopbackAuth: read(carriers.loopbackAuth, env),
    /** What numbers without a script do in a simulated network that is started here. */
    simulatedCallees: read(carriers.simulatedCallees, env),
    /** Meta's app for WhatsApp; null: messages go to the simulated Meta. */
    meta: meta(env, channels.whatsapp),
    /** Meta's app for Instagram; null: as for `meta`. */
    instagram: meta(env, channels.instagram),
    metaUrl: read(channels.metaUrl, env),
    simulatorToken: read(service.simulatorToken, env),
    mediaHosts: read(channels.mediaHosts, env),
    development: read(service.development, env),
    /** As `address` or `address:port`; null: those of the system. */
    tenantNameServers: read(service.tenantNameServers, env),
    /** docs/reference/protocols/whatsapp.md "Rates". */
    messagesPerSecond: read(channels.messagesPerSecond, env),
    reconcileMs: read(channels.reconcileMs, env),
    /** Days; 0: no session logs are kept in the store. */
    sessionLogDays: read(storage.sessionLogDays, env),
    sessionLogDir: read(storage.sessionLogDir, env),
    recordings: recordingsSetting(env),
    model: modelSetting(env),
    /** Null: Data Sources are searched by words alone. */
    embeddings: embeddingsSetting(env),
    /** Null: no e-mails are sent. */
    mail: mailSetting(env),
    alertEveryMs: read(mail.alertSeconds, env) * 1_000,
    timeZone: read(agents.timeZone, env),
    /** Rules about models that take images (providers/llm/image-models.ts). */
    imageModels: read(agents.imageModels, env),
    speech: speechSetting(env, speechDir),
    /** Speech-to-speech engines, which take precedence over `model` and `speech`; usually none. */
    realtime: realtimeSetting(env),
    voiceDetector: read(agents.voiceDetector, env),
    noiseSuppression: read(agents.noiseSuppression, env),
    preemptive: read(agents.preemptive, env),
    logLevel: read(service.logLevel, env),
    /** docs/reference/api.md "Limits". */
    rateLimit: limitOf(limits.perKey, env),
    spoolBytes: read(storage.spoolMib, env) * MIB,
    businessStorageBytes: read(storage.businessStorageMib, env) * MIB,
    databases: databaseSettings(env),
    addressLimit: limitOf(limits.perAddress, env),
    trustedProxies: read(listen.trustedProxies, env),
    metricsToken: read(service.metricsToken, env),
    /** Of finished actors (actors/runtime/archiving/archiver.ts); null: never. */
    archiveAfterMs: archiveMinutes === 0 ? null : archiveMinutes * 60_000,
    actorMemoryBytes: read(listen.actorMemoryMib, env) * MIB,
    drainMs: read(listen.drainSeconds, env) * 1_000,
    watchdogMs: read(service.watchdogMs, env),
  };
};

const limitOf = ({ perSecond, burst }: typeof limits.perKey, env: Env) => ({
  perSecond: read(perSecond, env),
  burst: read(burst, env),
});

const archiveAfterMinutes = (env: Env): number => {
  const minutes = read(journal.archiveAfterMinutes, env);
  if (minutes === 0 || minutes >= 10) return minutes;
  throw new ConfigError(`PARLEY_ARCHIVE_AFTER_MINUTES is ${minutes}; write 10 or more, or 0 for never`);
};

const replicasSetting = (env: Env): number | null => {
  const wanted = read(journal.replicas, env);
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

const meta = (env: Env, app: typeof channels.whatsapp): MetaConfig | null => {
  const appSecret = read(app.appSecret, env);
  const verifyToken = read(app.verifyToken, env);
  if (appSecret === null && verifyToken === null) return null;
  if (appSecret === null || verifyToken === null)
    throw new ConfigError(
      `set both of ${app.appSecret.variable} and ${app.verifyToken.variable}, or none of them`,
    );
  return { apiUrl: read(app.apiUrl, env), appSecret, verifyToken };
};
