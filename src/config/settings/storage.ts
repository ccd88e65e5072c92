/** Directories, quotas and stores: `storage` in the configuration file. */
import { boolean, integer, isWebAddress, path, secret, setting, text } from './setting.js';

/** The region that most S3-compatible stores with their own address accept if they have no regions. */
export const REGION_OF_ENDPOINTS = 'us-east-1';

const isStoreAddress = (text: string): boolean => {
  if (!isWebAddress(text)) return false;
  const { pathname, search, username } = new URL(text);
  return pathname === '/' && search === '' && username === '';
};

export const STORAGE = {
  dataDir: setting('PARLEY_DATA_DIR', path('./.parley')).means('Directory for all data.'),
  cacheDir: setting('PARLEY_CACHE_DIR', path(null)).means(
    'Directory for a downloaded nats-server, which services of one user can share.',
    '<data-dir>/cache',
  ),
  speechDir: setting('PARLEY_SPEECH_DIR', path(null)).means('Directory of STT models.', '<data-dir>/speech'),
  spoolMib: setting('PARLEY_SPOOL_MIB', integer(4_096, { min: 256, max: 1_048_576, unit: 'MiB' })).means(
    'Disk space for uploads and imports in progress; an import takes up to twice the size of its file.',
  ),
  businessStorageMib: setting(
    'PARLEY_BUSINESS_STORAGE_MIB',
    integer(8_192, { min: 16, max: 16_777_216, unit: 'MiB' }),
  ).means(
    'Storage limit of a business: messages in the journal other than those of calls, and uploaded files; for a single business: parley admin business quota.',
  ),
  sessionLogDir: setting('PARLEY_SESSION_LOG_DIR', path(null)).means(
    'Directory that also gets the session log of each call of the node, and keeps it (docs/how-to/session-logs.md).',
  ),
  sessionLogDays: setting('PARLEY_SESSION_LOG_DAYS', integer(30, { min: 0, max: 400, unit: 'days' })).means(
    'How long session logs are kept next to the recordings; 0 for not at all (docs/how-to/session-logs.md).',
  ),
  recordings: setting('PARLEY_RECORDINGS', text('object-store')).means(
    'Store of recordings, shared by all nodes: object-store (JetStream), file:/a/directory, or s3://bucket/prefix.',
  ),
  s3: {
    endpoint: setting(
      'PARLEY_S3_ENDPOINT',
      text(null, {
        accepts: isStoreAddress,
        write: 'the address of the store without the bucket, like https://s3.example.org',
      }),
    ).means("Endpoint of an S3-compatible store other than Amazon's, like https://s3.example.org."),
    region: setting('PARLEY_S3_REGION', text(null)).means(
      'Region of the bucket.',
      `AWS_REGION; ${REGION_OF_ENDPOINTS} with an endpoint`,
    ),
    pathStyle: setting(
      'PARLEY_S3_PATH_STYLE',
      boolean(null, '1 for <endpoint>/<bucket>/<key>, 0 for <bucket>.<endpoint>/<key>'),
    ).means(
      'Whether the bucket is in the path, <endpoint>/<bucket>/<key>, and not in the host name, <bucket>.<endpoint>/<key>.',
      'yes with an endpoint',
    ),
    accessKeyId: setting('AWS_ACCESS_KEY_ID', secret()).means('Access key for the bucket.', "the machine's"),
    secretAccessKey: setting('AWS_SECRET_ACCESS_KEY', secret()).means('Secret of that access key.'),
    sessionToken: setting('AWS_SESSION_TOKEN', secret()).means('Token of a temporary access key.'),
  },
  databases: setting('PARLEY_DATABASES', path(null)).means(
    'JSON file of the databases that Data Sources may read from, with their businesses (docs/how-to/databases.md).',
  ),
};
