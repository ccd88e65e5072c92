/**
 * The settings of a configuration file: its sections, and the environment variable behind each line. Values are checked
 * where the variable is read; secrets have no line here and stay in the environment.
 */
import type { ProviderDescription } from '../../providers/provider-kind.js';
import { ENGINES, MODELS, RECOGNISERS, SYNTHESISERS } from '../provider-kinds.js';

/** `path`: of a file or directory, relative to the configuration file. `list`: of texts. */
export type SettingType = 'text' | 'integer' | 'boolean' | 'path' | 'list';

export interface FileSetting {
  readonly type: SettingType;
  /** The equivalent environment variable, which takes precedence. */
  readonly variable: string;
  readonly description: string;
}

/** The settings of a section, or of a part of one, by name. */
export interface Section {
  readonly [name: string]: FileSetting | Section;
}

const text = (variable: string, description: string): FileSetting => ({
  type: 'text',
  variable,
  description,
});
const integer = (variable: string, description: string): FileSetting => ({
  type: 'integer',
  variable,
  description,
});
const path = (variable: string, description: string): FileSetting => ({
  type: 'path',
  variable,
  description,
});
const list = (variable: string, description: string): FileSetting => ({
  type: 'list',
  variable,
  description,
});
const boolean = (variable: string, description: string): FileSetting => ({
  type: 'boolean',
  variable,
  description,
});

/** The addresses of each provider. A provider with different addresses for STT and TTS has a line for each. */
const addresses = (): Section => {
  const found: Record<string, Record<string, FileSetting>> = {};
  const all: readonly ProviderDescription[] = [...MODELS, ...RECOGNISERS, ...SYNTHESISERS, ...ENGINES];
  for (const { name, addressVariable, defaultAddress } of all) {
    if (addressVariable === null) continue;
    const line = addressVariable.endsWith('_TTS_BASE_URL') ? 'speechBaseUrl' : 'baseUrl';
    const usual = defaultAddress === null ? 'it has none of its own' : `default ${defaultAddress}`;
    found[name] = { ...found[name], [line]: text(addressVariable, `Where it is reached; ${usual}.`) };
  }
  return found;
};

/** The settings that all carriers share. */
const carrierOptions = (carrier: 'TWILIO' | 'TELNYX' | 'PLIVO'): Record<string, FileSetting> => ({
  apiUrl: text(`${carrier}_API_URL`, 'Another address of it, like that of a region.'),
  machineDetection: boolean(
    `${carrier}_MACHINE_DETECTION`,
    'It finds out, for a price, whether a machine answers.',
  ),
});

export const FILE_SETTINGS: Section = {
  listen: {
    port: integer('PARLEY_PORT', 'Port of the API; 0 for a free one, default 8080.'),
    host: text('PARLEY_HOST', 'Address to listen on; default 127.0.0.1.'),
    publicUrl: text('PARLEY_PUBLIC_URL', 'The address that carriers reach, like https://voice.example.org.'),
    mediaThreads: integer('PARLEY_MEDIA_THREADS', "Threads of their own for calls' media; default 0."),
    mediaPort: integer('PARLEY_MEDIA_PORT', 'Port that they share; 0 for a free one, the default.'),
    mediaUrl: text('PARLEY_MEDIA_URL', 'Where carriers reach that port, like https://media.example.org.'),
    browserLegs: text('PARLEY_BROWSER_LEGS', 'Browsers on calls: auto (default), on or off.'),
    browserLegsPort: integer(
      'PARLEY_BROWSER_LEGS_PORT',
      'Port of UDP and TCP for their audio; 0 for a free one, the default.',
    ),
    browserLegsAddress: text(
      'PARLEY_BROWSER_LEGS_ADDRESS',
      'IP address at which browsers reach that port, like 203.0.113.7.',
    ),
    mediasoupWorker: path('PARLEY_MEDIASOUP_WORKER', 'The program that carries their audio.'),
    drainSeconds: integer(
      'PARLEY_DRAIN_SECONDS',
      'How long live calls may take to end once the service is to stop; default 600.',
    ),
    actorMemoryMib: integer(
      'PARLEY_ACTOR_MEMORY_MIB',
      'Memory for actors that are idle, so that they need not be read again, MiB; default a quarter of the memory that Node allows its heap.',
    ),
    trustedProxies: list('PARLEY_TRUSTED_PROXIES', 'Proxies whose X-Forwarded-For is believed.'),
  },
  agents: {
    models: list('PARLEY_MODEL', 'Who thinks: <provider>:<model>; the others stand in for the first.'),
    engines: list(
      'PARLEY_REALTIME',
      'Who hears, thinks and speaks on calls: <provider>:<model>[@<voice>]; models, recognisers and synthesisers stand in.',
    ),
    recognisers: list('PARLEY_RECOGNISER', 'Who listens: <provider>:<model>, like models.'),
    synthesisers: list('PARLEY_SYNTHESISER', 'Who speaks: <provider>:<voice>, like models.'),
    voiceDetector: text('PARLEY_VOICE_DETECTOR', 'silero (default) or energy.'),
    preemptive: boolean(
      'PARLEY_PREEMPTIVE',
      "Models are asked at the likely end of a customer's turn, before it is over; it costs more.",
    ),
    timeZone: text('PARLEY_TIME_ZONE', 'In which they are told the time, like Europe/Berlin; default UTC.'),
  },
  providers: addresses(),
  carriers: {
    order: list(
      'PARLEY_CARRIER',
      'Who places new calls: twilio, telnyx, plivo; the others stand in for the first.',
    ),
    twilio: {
      accountSid: text('TWILIO_ACCOUNT_SID', 'The account; its TWILIO_AUTH_TOKEN stays in the environment.'),
      from: text('TWILIO_FROM', 'Caller id, E.164.'),
      apiKeySid: text(
        'TWILIO_API_KEY_SID',
        'A key that opens its interface; its TWILIO_API_KEY_SECRET stays in the environment.',
      ),
      region: text('TWILIO_REGION', 'Where its calls are processed, like ie1; with an edge.'),
      edge: text('TWILIO_EDGE', 'By which the region is reached, like dublin.'),
      ...carrierOptions('TWILIO'),
    },
    telnyx: {
      connectionId: text('TELNYX_CONNECTION_ID', 'The application; TELNYX_API_KEY stays in the environment.'),
      publicKey: text('TELNYX_PUBLIC_KEY', 'What its webhooks are signed with, base64.'),
      from: text('TELNYX_FROM', 'Caller id, E.164.'),
      ...carrierOptions('TELNYX'),
    },
    plivo: {
      authId: text('PLIVO_AUTH_ID', 'The account; its PLIVO_AUTH_TOKEN stays in the environment.'),
      from: text('PLIVO_FROM', 'Caller id, E.164.'),
      ...carrierOptions('PLIVO'),
    },
    loopbackUrl: text('PARLEY_LOOPBACK_URL', 'A simulated phone network that runs already.'),
    allowedCountries: list(
      'PARLEY_ALLOWED_COUNTRIES',
      'Countries that are called where a business has none of its own, like DE, AT; default all.',
    ),
  },
  channels: {
    whatsapp: { apiUrl: text('WHATSAPP_API_URL', 'Where the channel is reached.') },
    instagram: { apiUrl: text('INSTAGRAM_API_URL', 'Where the channel is reached.') },
    metaUrl: text('PARLEY_META_URL', 'A simulated Meta that runs already.'),
    mediaHosts: list('PARLEY_MEDIA_HOSTS', 'Hosts from which what customers send is fetched.'),
    messagesPerSecond: integer('PARLEY_MESSAGES_PER_SECOND', 'Of one account; default 80.'),
    reconcileMs: integer(
      'PARLEY_RECONCILE_MS',
      'How long a message of unknown outcome waits; default 120000.',
    ),
  },
  journal: {
    servers: list('PARLEY_NATS_URL', 'NATS servers of a cluster to join, instead of starting one.'),
    credsFile: path('PARLEY_NATS_CREDS', 'A user for them, as nsc writes it.'),
    nkeyFile: path('PARLEY_NATS_NKEY', 'The seed of a user for them.'),
    user: text('PARLEY_NATS_USER', 'A user; the PARLEY_NATS_PASSWORD stays in the environment.'),
    caFile: path('PARLEY_NATS_CA', 'Who may have signed their certificates.'),
    certFile: path('PARLEY_NATS_CERT', 'The certificate that we show them.'),
    keyFile: path('PARLEY_NATS_KEY', 'Its key.'),
    replicas: integer('PARLEY_REPLICAS', 'Copies of all state in the cluster.'),
    shards: integer('PARLEY_SHARDS', 'Streams of the journal; fixed when a cluster is made.'),
    server: path('PARLEY_NATS_SERVER', 'The nats-server to start.'),
    sync: text('PARLEY_NATS_SYNC', 'What a power cut may cost: 2s (default), or always.'),
    archiveAfterMinutes: integer(
      'PARLEY_ARCHIVE_AFTER_MINUTES',
      'When a call that is over is archived; 0: never.',
    ),
  },
  storage: {
    dataDir: path('PARLEY_DATA_DIR', 'Where everything is kept; default ./.parley.'),
    cacheDir: path('PARLEY_CACHE_DIR', 'Where a fetched nats-server is kept.'),
    speechDir: path(
      'PARLEY_SPEECH_DIR',
      'Where models for recognition lie; default <data directory>/speech.',
    ),
    spoolMib: integer('PARLEY_SPOOL_MIB', 'Disk that uploads may take; default 4096.'),
    businessStorageMib: integer(
      'PARLEY_BUSINESS_STORAGE_MIB',
      'What a business may store: messages in the journal and files that it uploads; default 8192.',
    ),
    sessionLogDir: path('PARLEY_SESSION_LOG_DIR', 'Where the inputs of calls are kept for replay.'),
    recordings: text(
      'PARLEY_RECORDINGS',
      'object-store (default), file:/a/directory, or s3://bucket/prefix.',
    ),
    s3: {
      endpoint: text('PARLEY_S3_ENDPOINT', "Address of a store that is not Amazon's."),
      region: text('PARLEY_S3_REGION', 'Region of the bucket.'),
      pathStyle: boolean('PARLEY_S3_PATH_STYLE', 'Whether the bucket stands in the path.'),
    },
    databases: path('PARLEY_DATABASES', 'JSON file of the databases that Data Sources may be read from.'),
  },
  limits: {
    perKey: {
      perSecond: integer('PARLEY_RATE_LIMIT', 'Requests of an API key; default 50.'),
      burst: integer('PARLEY_RATE_BURST', 'At once; default 100.'),
    },
    perAddress: {
      perSecond: integer('PARLEY_ADDRESS_RATE_LIMIT', "Of a client's address without a key; default 10."),
      burst: integer('PARLEY_ADDRESS_RATE_BURST', 'At once; default 200.'),
    },
  },
  service: {
    logLevel: text('PARLEY_LOG_LEVEL', 'trace, debug, info (default), warn, error or silent.'),
    development: boolean('PARLEY_DEVELOPMENT', 'Webhooks also go to http and to this network.'),
    tenantNameServers: text(
      'PARLEY_TENANT_NAME_SERVERS',
      'Name servers for names that businesses write down, like 1.1.1.1,[2606:4700::1111]:53; default those of the system.',
    ),
    watchdogMs: integer('PARLEY_WATCHDOG_MS', 'How soon another node resumes what a dead one owed.'),
  },
};

export const isSetting = (entry: FileSetting | Section): entry is FileSetting =>
  typeof entry.variable === 'string';
