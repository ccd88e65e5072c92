/** Addresses, browser audio and threads of a node: `listen` in the configuration file. */
import { isIP } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { type Networks, parseNetworks } from '../../../gateway/access/client-address.js';
import { ConfigError } from '../error.js';
import { choice, integer, isWebAddress, list, path, setting, text, url } from './setting.js';

const PORTS = { min: 0, max: 65_535 } as const;

/** A quarter of Node's heap limit, which Node derives from the memory of the machine or its container. */
const ACTOR_MEMORY_MIB = Math.min(
  65_536,
  Math.max(32, Math.floor(getHeapStatistics().heap_size_limit / 4 / 1024 ** 2)),
);

const reachable = (example: string) => ({
  accepts: isWebAddress,
  write: `the URL that carriers reach, like ${example}`,
});

const networksIn = (text: string, place: string): Networks => {
  try {
    return parseNetworks(text);
  } catch (error) {
    const part = error instanceof Error ? error.message : '';
    throw new ConfigError(
      `${place} names "${part}"; write addresses and networks, like 10.0.0.0/8,2001:db8::1`,
    );
  }
};

export const LISTEN = {
  port: setting('PARLEY_PORT', integer(8_080, PORTS)).means('Port of the API; 0 for any free port.'),
  host: setting('PARLEY_HOST', text('127.0.0.1')).means('Address to listen on.'),
  publicUrl: setting('PARLEY_PUBLIC_URL', url(null, reachable('https://voice.example.org'))).means(
    'Public URL of this service for carriers, like https://voice.example.org.',
  ),
  // The kernel's hash spreads sessions over the threads at random: more than 64 would not be loaded evenly.
  mediaThreads: setting('PARLEY_MEDIA_THREADS', integer(0, { min: 0, max: 64 })).means(
    'Additional threads for call media, which requests, imports and garbage collection then do not delay; one less than there are cores, or 0 for none.',
  ),
  mediaPort: setting('PARLEY_MEDIA_PORT', integer(0, PORTS)).means(
    'Port of all media threads; 0 for any free port.',
  ),
  mediaUrl: setting('PARLEY_MEDIA_URL', url(null, reachable('https://media.example.org'))).means(
    'Public URL of that port for carriers, required with PARLEY_PUBLIC_URL; the same URL if a proxy forwards /media/ to that port.',
  ),
  browserLegs: setting('PARLEY_BROWSER_LEGS', choice(['auto', 'on', 'off'])).means(
    'Browser audio on calls, for test calls, listening and taking over; auto: if its worker is installed; on: a missing worker is built (docs/how-to/browser-calls.md).',
  ),
  browserLegsPort: setting('PARLEY_BROWSER_LEGS_PORT', integer(0, PORTS)).means(
    'UDP and TCP port for browser audio; 0 for any free port.',
  ),
  browserLegsAddress: setting(
    'PARLEY_BROWSER_LEGS_ADDRESS',
    text(null, {
      accepts: (text) => isIP(text) !== 0,
      write: 'the IP address at which browsers reach this machine, like 203.0.113.7',
    }),
  ).means(
    'IP address at which browsers reach that port, like 203.0.113.7.',
    "the machine's own address, or its loopback address if PARLEY_HOST is one",
  ),
  mediasoupWorker: setting('PARLEY_MEDIASOUP_WORKER', path(null)).means(
    'The mediasoup worker, which carries browser audio.',
    'built by parley legs install',
  ),
  drainSeconds: setting('PARLEY_DRAIN_SECONDS', integer(600, { min: 0, max: 14_400, unit: 'seconds' })).means(
    'How long a stopping service waits for live calls to end.',
  ),
  actorMemoryMib: setting(
    'PARLEY_ACTOR_MEMORY_MIB',
    integer(ACTOR_MEMORY_MIB, { min: 1, max: 65_536, unit: 'MiB' }),
  ).means(
    'Memory for idle actors, which saves reloading them; the least recently used are evicted first.',
    'a quarter of the Node.js heap limit',
  ),
  trustedProxies: setting<Networks>('PARLEY_TRUSTED_PROXIES', {
    ...list(null),
    default: [],
    parse: networksIn,
  }).means('Proxies whose X-Forwarded-For is trusted, like 10.0.0.0/8,2001:db8::1.'),
};
