/**
 * The settings of a configuration file: its sections, and the environment variable behind each line. Values are checked
 * where the variable is read; secrets have no line here and stay in the environment.
 */
import type { ProviderDescription } from '../../providers/provider-kind.js';
import { ENGINES, MODELS, RECOGNISERS, SYNTHESISERS } from '../config/provider-kinds.js';

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
    const defaultText = defaultAddress === null ? 'no default' : `default ${defaultAddress}`;
    found[name] = { ...found[name], [line]: text(addressVariable, `Base URL; ${defaultText}.`) };
  }
  return found;
};

/** The settings that all carriers share. */
const carrierOptions = (carrier: 'TWILIO' | 'TELNYX' | 'PLIVO'): Record<string, FileSetting> => ({
  apiUrl: text(`${carrier}_API_URL`, 'Base URL of the API, such as that of a region.'),
  machineDetection: boolean(
    `${carrier}_MACHINE_DETECTION`,
    'Answering machine detection by the carrier, which charges for it.',
  ),
});

export const FILE_SETTINGS: Section = {
  listen: {
    port: integer('PARLEY_PORT', 'Port of the API; 0 for any free port, default 8080.'),
    host: text('PARLEY_HOST', 'Address to listen on; default 127.0.0.1.'),
    publicUrl: text(
      'PARLEY_PUBLIC_URL',
      'Public URL of this service for carriers, like https://voice.example.org.',
    ),
    mediaThreads: integer('PARLEY_MEDIA_THREADS', 'Additional threads for call media; default 0.'),
    mediaPort: integer(
      'PARLEY_MEDIA_PORT',
      'Port shared by the media threads; 0 for any free port (default).',
    ),
    mediaUrl: text(
      'PARLEY_MEDIA_URL',
      'Public URL of that port for carriers, like https://media.example.org.',
    ),
    browserLegs: text('PARLEY_BROWSER_LEGS', 'Browser audio on calls: auto (default), on or off.'),
    browserLegsPort: integer(
      'PARLEY_BROWSER_LEGS_PORT',
      'UDP and TCP port for browser audio; 0 for any free port (default).',
    ),
    browserLegsAddress: text(
      'PARLEY_BROWSER_LEGS_ADDRESS',
      'IP address at which browsers reach that port, like 203.0.113.7.',
    ),
    mediasoupWorker: path('PARLEY_MEDIASOUP_WORKER', 'The mediasoup worker, which carries browser audio.'),
    drainSeconds: integer(
      'PARLEY_DRAIN_SECONDS',
      'Seconds that a stopping service waits for live calls to end; default 600.',
    ),
    actorMemoryMib: integer(
      'PARLEY_ACTOR_MEMORY_MIB',
      'Memory for idle actors, which saves reloading them, MiB; default a quarter of the Node.js heap limit.',
    ),
    trustedProxies: list('PARLEY_TRUSTED_PROXIES', 'Proxies whose X-Forwarded-For is trusted.'),
  },
  agents: {
    models: list('PARLEY_MODEL', 'LLMs in fallback order: <provider>:<model>.'),
    engines: list(
      'PARLEY_REALTIME',
      'Speech-to-speech engines for calls, in fallback order: <provider>:<model>[@<voice>]; then models, recognisers and synthesisers.',
    ),
    recognisers: list('PARLEY_RECOGNISER', 'Speech-to-text in fallback order: <provider>:<model>.'),
    synthesisers: list('PARLEY_SYNTHESISER', 'Text-to-speech in fallback order: <provider>:<voice>.'),
    voiceDetector: text('PARLEY_VOICE_DETECTOR', 'Voice activity detection: silero (default) or energy.'),
    preemptive: boolean(
      'PARLEY_PREEMPTIVE',
      "Request replies at the likely end of a customer's turn, before it has ended; costs more.",
    ),
    timeZone: text('PARLEY_TIME_ZONE', 'Time zone of agents, like Europe/Berlin; default UTC.'),
  },
  providers: addresses(),
  carriers: {
    order: list('PARLEY_CARRIER', 'Carriers of new calls, in fallback order: twilio, telnyx, plivo.'),
    twilio: {
      accountSid: text('TWILIO_ACCOUNT_SID', 'Account SID; its TWILIO_AUTH_TOKEN stays in the environment.'),
      from: text('TWILIO_FROM', 'Caller id, E.164.'),
      apiKeySid: text(
        'TWILIO_API_KEY_SID',
        'API key SID; its TWILIO_API_KEY_SECRET stays in the environment.',
      ),
      region: text('TWILIO_REGION', 'Region that processes calls, like ie1; requires an edge.'),
      edge: text('TWILIO_EDGE', 'Edge through which the region is reached, like dublin.'),
      ...carrierOptions('TWILIO'),
    },
    telnyx: {
      connectionId: text(
        'TELNYX_CONNECTION_ID',
        'Connection id of the application; TELNYX_API_KEY stays in the environment.',
      ),
      publicKey: text('TELNYX_PUBLIC_KEY', 'Public key of its webhook signatures, base64.'),
      from: text('TELNYX_FROM', 'Caller id, E.164.'),
      ...carrierOptions('TELNYX'),
    },
    plivo: {
      authId: text('PLIVO_AUTH_ID', 'Auth id of the account; its PLIVO_AUTH_TOKEN stays in the environment.'),
      from: text('PLIVO_FROM', 'Caller id, E.164.'),
      ...carrierOptions('PLIVO'),
    },
    loopbackUrl: text('PARLEY_LOOPBACK_URL', 'URL of a running simulated phone network.'),
    allowedCountries: list(
      'PARLEY_ALLOWED_COUNTRIES',
      'Countries that businesses without a list of their own may call, like DE, AT; default all.',
    ),
  },
  channels: {
    whatsapp: { apiUrl: text('WHATSAPP_API_URL', 'Base URL of the channel.') },
    instagram: { apiUrl: text('INSTAGRAM_API_URL', 'Base URL of the channel.') },
    metaUrl: text('PARLEY_META_URL', 'URL of a running simulated Meta.'),
    mediaHosts: list('PARLEY_MEDIA_HOSTS', 'Hosts from which media of customers may be downloaded.'),
    messagesPerSecond: integer(
      'PARLEY_MESSAGES_PER_SECOND',
      'Messages per second of an account; default 80.',
    ),
    reconcileMs: integer(
      'PARLEY_RECONCILE_MS',
      'How long to wait for the unknown outcome of a message, ms; default 120000.',
    ),
  },
  journal: {
    servers: list('PARLEY_NATS_URL', 'NATS servers of a cluster to join, instead of starting a server.'),
    credsFile: path('PARLEY_NATS_CREDS', 'Credentials file of a NATS user, as nsc writes it.'),
    nkeyFile: path('PARLEY_NATS_NKEY', 'File with the nkey seed of a NATS user.'),
    user: text('PARLEY_NATS_USER', 'NATS user; its PARLEY_NATS_PASSWORD stays in the environment.'),
    caFile: path('PARLEY_NATS_CA', 'Trusted certificate authorities of the servers.'),
    certFile: path('PARLEY_NATS_CERT', 'Client certificate.'),
    keyFile: path('PARLEY_NATS_KEY', 'Private key of the client certificate.'),
    replicas: integer('PARLEY_REPLICAS', 'Replicas of all state in the cluster.'),
    shards: integer('PARLEY_SHARDS', 'Streams of the journal; fixed once a cluster is created.'),
    server: path('PARLEY_NATS_SERVER', 'Path of the nats-server to start.'),
    sync: text(
      'PARLEY_NATS_SYNC',
      'Interval of syncs to disk, which a power failure can lose: 2s (default), or always.',
    ),
    archiveAfterMinutes: integer(
      'PARLEY_ARCHIVE_AFTER_MINUTES',
      'Minutes until an ended call is archived; 0 for never.',
    ),
  },
  storage: {
    dataDir: path('PARLEY_DATA_DIR', 'Directory for all data; default ./.parley.'),
    cacheDir: path('PARLEY_CACHE_DIR', 'Directory for a downloaded nats-server.'),
    speechDir: path('PARLEY_SPEECH_DIR', 'Directory of recognition models; default <data directory>/speech.'),
    spoolMib: integer('PARLEY_SPOOL_MIB', 'Disk space for uploads, MiB; default 4096.'),
    businessStorageMib: integer(
      'PARLEY_BUSINESS_STORAGE_MIB',
      'Storage limit of a business for journal messages and uploaded files, MiB; default 8192.',
    ),
    sessionLogDir: path('PARLEY_SESSION_LOG_DIR', 'Directory for the inputs of calls, for replay.'),
    recordings: text(
      'PARLEY_RECORDINGS',
      'Store of recordings: object-store (default), file:/a/directory, or s3://bucket/prefix.',
    ),
    s3: {
      endpoint: text('PARLEY_S3_ENDPOINT', "Endpoint of an S3-compatible store other than Amazon's."),
      region: text('PARLEY_S3_REGION', 'Region of the bucket.'),
      pathStyle: boolean('PARLEY_S3_PATH_STYLE', 'Whether the bucket is part of the path.'),
    },
    databases: path('PARLEY_DATABASES', 'JSON file of the databases that Data Sources may read from.'),
  },
  limits: {
    perKey: {
      perSecond: integer('PARLEY_RATE_LIMIT', 'Requests per second of an API key; default 50.'),
      burst: integer('PARLEY_RATE_BURST', 'Burst of requests; default 100.'),
    },
    perAddress: {
      perSecond: integer(
        'PARLEY_ADDRESS_RATE_LIMIT',
        'Requests per second of a client address without a key; default 10.',
      ),
      burst: integer('PARLEY_ADDRESS_RATE_BURST', 'Burst of requests; default 200.'),
    },
  },
  service: {
    logLevel: text('PARLEY_LOG_LEVEL', 'trace, debug, info (default), warn, error or silent.'),
    development: boolean('PARLEY_DEVELOPMENT', 'Allow webhooks to http and to this network.'),
    tenantNameServers: text(
      'PARLEY_TENANT_NAME_SERVERS',
      'Name servers for host names that businesses configure, like 1.1.1.1,[2606:4700::1111]:53; default those of the system.',
    ),
    watchdogMs: integer(
      'PARLEY_WATCHDOG_MS',
      'Milliseconds until another node takes over the work of a dead node.',
    ),
  },
};

export const isSetting = (entry: FileSetting | Section): entry is FileSetting =>
  typeof entry.variable === 'string';
