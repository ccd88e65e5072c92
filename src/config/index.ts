/** Configuration: the command line and the environment, checked once at startup. Every default is here and nowhere else. */
import { join, resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import { type Networks, parseNetworks } from '../../gateway/access/client-address.js';
import { GRAPH_API, INSTAGRAM_API, MEDIA_HOSTS } from '../../providers/channels/addresses.js';
import type { AllowedDatabases } from '../../providers/databases/database.js';
import { type CarriersConfig, readCarriers } from './carrier-settings.js';
import { databaseSettings } from './database-settings.js';
import { allowedCountriesSetting } from './destinations-setting.js';
import { ConfigError } from './error.js';
import { type BrowserLegsSetting, browserLegsSetting } from './legs-setting.js';
import { type MediaThreadsSetting, mediaThreadsSetting } from './media-threads-setting.js';
import { type ModelSetting, modelSetting } from './model-setting.js';
import { tenantNameServersSetting } from './name-servers-setting.js';
import { natsSettings } from './nats-settings.js';
import type { ProviderChoice } from './provider-choices.js';
import { realtimeSetting } from './realtime-setting.js';
import { type RecordingsSetting, recordingsSetting } from './recordings-setting.js';
import { type SpeechSetting, speechDirectory, speechSetting } from './speech-setting.js';
import { timeZoneSetting } from './time-zone-setting.js';

export { ConfigError } from './error.js';

export interface MetaConfig {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

export interface Config {
  /** 0: a free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Directory of files that can be fetched again: a nats-server. */
  readonly cacheDir: string;
  /** Directory of the installed recognition models. */
  readonly speechDir: string;
  /** Null: an embedded nats-server under the data directory. */
  readonly nats: NatsAccess | null;
  /** Replica count of new streams; null: 3 if the cluster has as many servers, else 1. */
  readonly replicas: number | null;
  /** Streams of the journal; fixed when a cluster is created. */
  readonly shards: number;
  /** The URL at which carriers reach us, without a trailing slash; null: `http://<host>:<port>`. */
  readonly publicUrl: string | null;
  /** Dedicated threads for the media of calls; null: the main thread handles it. */
  readonly mediaThreads: MediaThreadsSetting | null;
  /** Browser legs of calls. */
  readonly browserLegs: BrowserLegsSetting;
  /** With an empty `order`, calls go to the simulated network. */
  readonly carriers: CarriersConfig;
  /** ISO 3166-1 alpha-2: countries that a business without a list of its own may call; null: all. */
  readonly allowedCountries: readonly string[] | null;
  /** A simulated network that is already running; null: we start our own. */
  readonly loopbackUrl: string | null;
  /** Auth token of that network's account; null: the cluster's own. */
  readonly loopbackAuth: string | null;
  /** Meta's app for WhatsApp; null: messages go to the simulated Meta. */
  readonly meta: MetaConfig | null;
  /** Meta's app for Instagram; null: as for `meta`. */
  readonly instagram: MetaConfig | null;
  /** A simulated Meta that is already running; null: we start our own. */
  readonly metaUrl: string | null;
  /** Token for the control interfaces of simulators; null: ours get a secret one. */
  readonly simulatorToken: string | null;
  /** Hosts from which customers' media is fetched; a leading dot stands for all subdomains. */
  readonly mediaHosts: readonly string[];
  /** Development mode: webhooks also go to http and to addresses of this machine and its network. */
  readonly development: boolean;
  /** Name servers for host names that businesses configure, as `address` or `address:port`; null: those of the system. */
  readonly tenantNameServers: readonly string[] | null;
  /** Messages per second for one account (docs/reference/protocols/whatsapp.md "Rates"). */
  readonly messagesPerSecond: number;
  /** How long to wait for a provider's reports before a message with an unknown outcome is sent again, ms. */
  readonly reconcileMs: number;
  /** Directory in which the inputs of media sessions are kept for replay; null: they are not kept. */
  readonly sessionLogDir: string | null;
  /** Where recordings are stored, for all nodes. */
  readonly recordings: RecordingsSetting;
  /** The LLM of agents. */
  readonly model: ModelSetting;
  /** Time zone of agents whose business has none of its own; a name of the IANA database. */
  readonly timeZone: string;
  /** STT and TTS of agents. */
  readonly speech: SpeechSetting;
  /** Speech-to-speech engines, which take precedence over the three above; usually none. */
  readonly realtime: readonly ProviderChoice[];
  /** The VAD: energy, confirmed by Silero where that can run, or energy alone. */
  readonly voiceDetector: 'silero' | 'energy';
  /** Whether the LLM is called at the likely end of a customer's turn, before the turn has ended. */
  readonly preemptive: boolean;
  readonly logLevel: string;
  /** Requests per second and burst of an API key (docs/reference/api.md "Limits"). */
  readonly rateLimit: { readonly perSecond: number; readonly burst: number };
  /** Disk limit of incoming uploads and of files being read, bytes. */
  readonly spoolBytes: number;
  /** What a business may store, uploaded files included, unless an operator has set a quota for it. */
  readonly businessStorageBytes: number;
  /** Databases that Data Sources may be read from. */
  readonly databases: AllowedDatabases;
  /** Requests per second and burst of a client address, for requests that need no key and those with a wrong one. */
  readonly addressLimit: { readonly perSecond: number; readonly burst: number };
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: Networks;
  /** Token for /metrics; null: /metrics cannot be read. */
  readonly metricsToken: string | null;
  /** How soon another process resumes the work of a dead one, ms. */
  readonly watchdogMs: number;
  /** Approximate memory limit of idle actors, bytes. */
  readonly actorMemoryBytes: number;
  /** How long a stopping service waits for live calls to end, ms; 0: it stops immediately. */
  readonly drainMs: number;
  /** When finished actors are archived (actors/runtime/archiving/archiver.ts), ms after their end; null: never. */
  readonly archiveAfterMs: number | null;
}

export const DEFAULT_PORT = 8080;
const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_DATA_DIR = './.parley';

export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly dataDir?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Options take precedence over the environment. @throws ConfigError */
export const readConfig = (options: ServeOptions, env: Env): Config => {
  const paths = directories(resolve(options.dataDir ?? env.PARLEY_DATA_DIR ?? DEFAULT_DATA_DIR), env);
  return settingsIn(paths, options, env);
};

type Directories = Pick<Config, 'dataDir' | 'cacheDir' | 'speechDir'>;

const settingsIn = (where: Directories, options: ServeOptions, env: Env): Config => ({
  port: integer(
    options.port === undefined ? 'PARLEY_PORT' : '--port',
    options.port ?? env.PARLEY_PORT,
    DEFAULT_PORT,
    0,
    65_535,
  ),
  host: options.host ?? env.PARLEY_HOST ?? DEFAULT_HOST,
  ...where,
  nats: natsSettings(env),
  replicas: replicasSetting(env),
  shards: integer('PARLEY_SHARDS', env.PARLEY_SHARDS, 1, 1, 64),
  publicUrl: publicUrl(env.PARLEY_PUBLIC_URL),
  mediaThreads: mediaThreadsSetting(env),
  browserLegs: browserLegsSetting(env, options.host ?? env.PARLEY_HOST ?? DEFAULT_HOST),
  carriers: readCarriers(env),
  allowedCountries: allowedCountriesSetting(env),
  loopbackUrl: env.PARLEY_LOOPBACK_URL ?? null,
  loopbackAuth: env.PARLEY_LOOPBACK_AUTH ?? null,
  meta: meta(env, 'WHATSAPP', GRAPH_API),
  instagram: meta(env, 'INSTAGRAM', INSTAGRAM_API),
  metaUrl: env.PARLEY_META_URL ?? null,
  simulatorToken: simulatorToken(env.PARLEY_SIMULATOR_TOKEN),
  mediaHosts: mediaHosts(env.PARLEY_MEDIA_HOSTS),
  development: env.PARLEY_DEVELOPMENT === '1',
  tenantNameServers: tenantNameServersSetting(env),
  messagesPerSecond: integer('PARLEY_MESSAGES_PER_SECOND', env.PARLEY_MESSAGES_PER_SECOND, 80, 1, 10_000),
  reconcileMs: integer('PARLEY_RECONCILE_MS', env.PARLEY_RECONCILE_MS, 120_000, 1_000, 3_600_000),
  sessionLogDir: env.PARLEY_SESSION_LOG_DIR ?? null,
  recordings: recordingsSetting(env),
  model: modelSetting(env),
  timeZone: timeZoneSetting(env),
  speech: speechSetting(env, where.speechDir),
  realtime: realtimeSetting(env),
  voiceDetector: voiceDetector(env.PARLEY_VOICE_DETECTOR),
  preemptive: preemptive(env.PARLEY_PREEMPTIVE),
  logLevel: env.PARLEY_LOG_LEVEL ?? 'info',
  rateLimit: {
    perSecond: integer('PARLEY_RATE_LIMIT', env.PARLEY_RATE_LIMIT, 50, 1, 1_000_000),
    burst: integer('PARLEY_RATE_BURST', env.PARLEY_RATE_BURST, 100, 1, 1_000_000),
  },
  spoolBytes: integer('PARLEY_SPOOL_MIB', env.PARLEY_SPOOL_MIB, 4_096, 256, 1_048_576) * 1024 * 1024,
  businessStorageBytes:
    integer('PARLEY_BUSINESS_STORAGE_MIB', env.PARLEY_BUSINESS_STORAGE_MIB, 8_192, 16, 16_777_216) *
    1024 ** 2,
  databases: databaseSettings(env),
  addressLimit: {
    perSecond: integer('PARLEY_ADDRESS_RATE_LIMIT', env.PARLEY_ADDRESS_RATE_LIMIT, 10, 1, 1_000_000),
    burst: integer('PARLEY_ADDRESS_RATE_BURST', env.PARLEY_ADDRESS_RATE_BURST, 200, 1, 1_000_000),
  },
  trustedProxies: trustedProxies(env.PARLEY_TRUSTED_PROXIES),
  metricsToken: metricsToken(env.PARLEY_METRICS_TOKEN),
  archiveAfterMs: archiveAfterMs(env.PARLEY_ARCHIVE_AFTER_MINUTES),
  actorMemoryBytes:
    integer('PARLEY_ACTOR_MEMORY_MIB', env.PARLEY_ACTOR_MEMORY_MIB, defaultActorMemoryMib(), 1, 65_536) *
    1024 ** 2,
  drainMs: integer('PARLEY_DRAIN_SECONDS', env.PARLEY_DRAIN_SECONDS, 600, 0, 14_400) * 1_000,
  watchdogMs: integer('PARLEY_WATCHDOG_MS', env.PARLEY_WATCHDOG_MS, 10_000, 1_000, 600_000),
});

const directories = (dataDir: string, env: Env): Directories => ({
  dataDir,
  speechDir: speechDirectory(dataDir, env),
  cacheDir: resolve(env.PARLEY_CACHE_DIR ?? join(dataDir, 'cache')),
});

/** A quarter of Node's heap limit, which Node derives from the memory of the machine or its container. */
const defaultActorMemoryMib = (): number =>
  Math.min(65_536, Math.max(32, Math.floor(getHeapStatistics().heap_size_limit / 4 / 1024 ** 2)));

const integer = (
  name: string,
  text: string | undefined,
  fallback: number,
  min: number,
  max: number,
): number => {
  if (text === undefined) return fallback;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError(`${name} is "${text}"; write a whole number from ${min} to ${max}`);
};

const archiveAfterMs = (text: string | undefined): number | null => {
  const minutes = integer('PARLEY_ARCHIVE_AFTER_MINUTES', text, 30, 0, 525_600); // at most a year
  if (minutes > 0 && minutes < 10)
    throw new ConfigError(`PARLEY_ARCHIVE_AFTER_MINUTES is ${minutes}; write 10 or more, or 0 for never`);
  return minutes === 0 ? null : minutes * 60_000;
};

/** Printable characters without spaces, so that a header can carry it. */
const simulatorToken = (text: string | undefined): string | null => {
  if (text === undefined || /^[\x21-\x7e]{16,256}$/.test(text)) return text ?? null;
  throw new ConfigError('PARLEY_SIMULATOR_TOKEN: write 16 to 256 letters, digits and signs, without spaces');
};

/** The limit of nats-server. */
export const MAX_REPLICAS = 5;

const replicasSetting = (env: Env): number | null => {
  if (env.PARLEY_REPLICAS === undefined) return null;
  const wanted = integer('PARLEY_REPLICAS', env.PARLEY_REPLICAS, 1, 1, MAX_REPLICAS);
  if (wanted > 1 && env.PARLEY_NATS_URL === undefined)
    throw new ConfigError(
      `PARLEY_REPLICAS is ${wanted}, but the embedded nats-server is a single server; use PARLEY_REPLICAS=1, or set PARLEY_NATS_URL to the servers of a cluster`,
    );
  return wanted;
};

/** A host, or a dot and a suffix that itself contains a dot: never a whole top-level domain. */
const MEDIA_HOST = /^(\.?[a-z0-9-]+(\.[a-z0-9-]+)+)$/;

const mediaHosts = (text: string | undefined): readonly string[] => {
  if (text === undefined) return MEDIA_HOSTS;
  const hosts = text.split(',').map((host) => host.trim());
  const invalid = hosts.find((host) => !MEDIA_HOST.test(host));
  if (invalid === undefined) return hosts;
  throw new ConfigError(
    `PARLEY_MEDIA_HOSTS names "${invalid}"; use host names, or domain suffixes with a leading dot, like lookaside.fbsbx.com,.fbcdn.net`,
  );
};

const voiceDetector = (text: string | undefined): Config['voiceDetector'] => {
  if (text === undefined || text === 'silero') return 'silero';
  if (text === 'energy') return 'energy';
  throw new ConfigError(`PARLEY_VOICE_DETECTOR is "${text}"; write silero or energy`);
};

const preemptive = (text: string | undefined): boolean => {
  if (text === undefined || text === '0') return false;
  if (text === '1') return true;
  throw new ConfigError(`PARLEY_PREEMPTIVE is "${text}"; write 1, or 0`);
};

const trustedProxies = (text: string | undefined): Networks => {
  try {
    return parseNetworks(text ?? '');
  } catch (error) {
    const part = error instanceof Error ? error.message : '';
    throw new ConfigError(
      `PARLEY_TRUSTED_PROXIES names "${part}"; write addresses and networks, like 10.0.0.0/8,2001:db8::1`,
    );
  }
};

/** Too long to be guessed. */
const METRICS_TOKEN = /^[\x21-\x7E]{16,256}$/;

const metricsToken = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (METRICS_TOKEN.test(text)) return text;
  throw new ConfigError(
    'PARLEY_METRICS_TOKEN is not a valid token: use 16 to 256 visible ASCII characters, for example the output of `openssl rand -hex 24`',
  );
};

const publicUrl = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(
      `PARLEY_PUBLIC_URL is "${text}"; use the public URL that carriers reach, like https://voice.example.org`,
    );
  }
  return text.replace(/\/+$/, '');
};

const meta = (env: Env, app: 'WHATSAPP' | 'INSTAGRAM', apiUrl: string): MetaConfig | null => {
  const appSecret = env[`${app}_APP_SECRET`];
  const verifyToken = env[`${app}_VERIFY_TOKEN`];
  if (appSecret === undefined && verifyToken === undefined) return null;
  if (appSecret === undefined || verifyToken === undefined)
    throw new ConfigError(`set both of ${app}_APP_SECRET and ${app}_VERIFY_TOKEN, or none of them`);
  return { apiUrl: env[`${app}_API_URL`] ?? apiUrl, appSecret, verifyToken };
};
