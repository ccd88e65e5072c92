/** The journal and its NATS servers: `journal` in the configuration file. */
import { integer, list, path, secret, setting, text } from './setting.js';

/** The limit of nats-server. */
export const MAX_REPLICAS = 5;

export const JOURNAL = {
  servers: setting('PARLEY_NATS_URL', list(null)).means(
    'NATS servers to join (2.14 or newer, with JetStream), all of a cluster, like nats://a:4222,nats://b:4222.',
    'a server is started',
  ),
  credsFile: setting('PARLEY_NATS_CREDS', path(null)).means("File of a user's JWT and seed, written by nsc."),
  nkeyFile: setting('PARLEY_NATS_NKEY', path(null)).means("File with the seed of a user's nkey."),
  user: setting('PARLEY_NATS_USER', text(null)).means('User with a password.'),
  password: setting('PARLEY_NATS_PASSWORD', secret()).means('Password of that user.'),
  caFile: setting('PARLEY_NATS_CA', path(null)).means(
    'PEM file with the certificate authorities to trust; with it, a client certificate or a tls:// address, TLS is mandatory.',
    "the machine's",
  ),
  certFile: setting('PARLEY_NATS_CERT', path(null)).means('PEM file with the client certificate.'),
  keyFile: setting('PARLEY_NATS_KEY', path(null)).means('PEM file with the key of that certificate.'),
  replicas: setting('PARLEY_REPLICAS', integer(null, { min: 1, max: MAX_REPLICAS })).means(
    'Replicas of all state in the cluster; parley admin journal replicas changes existing streams.',
    '3 with three servers or more, else 1',
  ),
  shards: setting('PARLEY_SHARDS', integer(1, { min: 1, max: 64 })).means(
    'Streams of the journal; fixed once a cluster is created.',
  ),
  server: setting('PARLEY_NATS_SERVER', path(null)).means(
    'The nats-server to start.',
    'on PATH, or downloaded',
  ),
  // Measured on two cores: a commit takes 0.15 ms (p50) with both 2 s and 2 min; `always` doubles that and costs four
  // fifths of the throughput.
  sync: setting('PARLEY_NATS_SYNC', text('2s')).means(
    'Interval of syncs to disk, which a power failure can lose, like 500ms or 2s, or always; a crash loses nothing.',
  ),
  archiveAfterMinutes: setting(
    'PARLEY_ARCHIVE_AFTER_MINUTES',
    integer(30, { min: 0, max: 525_600, unit: 'minutes' }),
  ).means(
    'Time until an ended call is archived, and the same again until the archived messages are removed; 10 or more, 0 for never.',
  ),
};
