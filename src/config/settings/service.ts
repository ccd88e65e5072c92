/** Limits of requests, and the operation of a node: `limits` and `service` in the configuration file. */
import { isIP } from 'node:net';
import { ConfigError } from '../error.js';
import { boolean, choice, integer, list, path, secret, setting, text } from './setting.js';

const REQUESTS = { min: 1, max: 1_000_000 } as const;

export const LIMITS = {
  perKey: {
    perSecond: setting('PARLEY_RATE_LIMIT', integer(50, REQUESTS)).means('Requests per second of a key.'),
    burst: setting('PARLEY_RATE_BURST', integer(100, REQUESTS)).means('Burst of these requests.'),
  },
  perAddress: {
    perSecond: setting('PARLEY_ADDRESS_RATE_LIMIT', integer(10, REQUESTS)).means(
      'Requests per second of a client address that need no key or had a wrong one.',
    ),
    burst: setting('PARLEY_ADDRESS_RATE_BURST', integer(200, REQUESTS)).means('Burst of these requests.'),
  },
};

/** `1.1.1.1`, `1.1.1.1:53`, `2606:4700::1111` or `[2606:4700::1111]:53`. */
const isNameServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true;
  const [, six, four, port = '0'] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  return (
    isIP(six ?? four ?? '') === (six === undefined ? 4 : 6) && Number(port) >= 1 && Number(port) <= 65_535
  );
};

const MAX_NAME_SERVERS = 8;
const NAME_SERVERS = list(null, {
  item: (server) => (isNameServer(server) ? server : null),
  remedy: 'write addresses of name servers, with or without a port, like 1.1.1.1,[2606:4700::1111]:53',
});

const nameServersIn = (text: string, place: string): readonly string[] | null => {
  const servers = NAME_SERVERS.parse(text, place);
  if (servers === null || servers.length <= MAX_NAME_SERVERS) return servers;
  throw new ConfigError(`${place} names ${servers.length} name servers; write ${MAX_NAME_SERVERS}`);
};

/** Too long to be guessed, and without spaces, so that a header can carry it. */
const TOKEN = secret({
  accepts: (text) => /^[\x21-\x7e]{16,256}$/.test(text),
  write: '16 to 256 visible ASCII characters, for example the output of `openssl rand -hex 24`',
});

const LOG_LEVELS = ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent'] as const;

export const SERVICE = {
  config: setting('PARLEY_CONFIG', { ...path(null), isInFile: false }).means(
    'The configuration file.',
    'parley.config.yaml, .yml or .json in the working directory',
  ),
  logLevel: setting('PARLEY_LOG_LEVEL', choice(LOG_LEVELS)).means('The least severe lines that are logged.'),
  development: setting('PARLEY_DEVELOPMENT', boolean(false)).means(
    'Whether webhooks may go to http and to addresses of this machine and its network.',
  ),
  tenantNameServers: setting<readonly string[] | null>('PARLEY_TENANT_NAME_SERVERS', {
    ...text(null),
    default: null,
    values: 'list',
    parse: nameServersIn,
  }).means(
    "Name servers for the hosts of webhooks, tools and providers that businesses configure, like 1.1.1.1,[2606:4700::1111]:53; the system's hosts file applies only in development.",
    "the system's",
  ),
  watchdogMs: setting('PARLEY_WATCHDOG_MS', integer(10_000, { min: 1_000, max: 600_000, unit: 'ms' })).means(
    'How soon another node takes over the work of a dead node.',
  ),
  metricsToken: setting('PARLEY_METRICS_TOKEN', TOKEN).means(
    'Bearer token for /metrics and the details of /readyz.',
    'no metrics',
  ),
  simulatorToken: setting('PARLEY_SIMULATOR_TOKEN', TOKEN).means(
    'Token for the control interfaces of simulators, whether started here or already running.',
    'generated at each start; simulatorToken in the service.ready line',
  ),
};
