/** Settings of browser legs: whether browsers may join calls, and where their audio arrives (docs/how-to/browser-calls.md). */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { ConfigError } from './error.js';

export interface BrowserLegsSetting {
  /** `auto`: enabled if the program that carries their audio is present; `on`: the program is built if it is missing. */
  readonly mode: 'auto' | 'on' | 'off';
  /** UDP and TCP port; 0: a free one. */
  readonly port: number;
  /** Address to listen on. */
  readonly ip: string;
  /** Address announced to browsers; null: `ip`. */
  readonly announcedAddress: string | null;
  /** Path of that program; null: it is searched for. */
  readonly worker: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** `host`: the address that the API listens on. @throws ConfigError */
export const browserLegsSetting = (env: Env, host: string): BrowserLegsSetting => {
  const worker = env.PARLEY_MEDIASOUP_WORKER;
  return {
    mode: mode(env.PARLEY_BROWSER_LEGS),
    port: port(env.PARLEY_BROWSER_LEGS_PORT),
    ...addresses(env.PARLEY_BROWSER_LEGS_ADDRESS, host),
    worker: worker === undefined ? null : resolve(worker),
  };
};

const mode = (text: string | undefined): BrowserLegsSetting['mode'] => {
  if (text === undefined || text === 'auto') return 'auto';
  if (text === 'on' || text === 'off') return text;
  throw new ConfigError(`PARLEY_BROWSER_LEGS is "${text}"; write auto, on or off`);
};

const port = (text: string | undefined): number => {
  if (text === undefined) return 0;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new ConfigError(
    `PARLEY_BROWSER_LEGS_PORT is "${text}"; use a port from 0 to 65535, 0 for any free port`,
  );
};

/** Listens on all addresses if a public one is announced, or if the API does not listen on a specific one. */
const addresses = (
  text: string | undefined,
  host: string,
): Pick<BrowserLegsSetting, 'ip' | 'announcedAddress'> => {
  if (text !== undefined) {
    if (isIP(text) === 0)
      throw new ConfigError(
        `PARLEY_BROWSER_LEGS_ADDRESS is "${text}"; write the IP address at which browsers reach this machine, like 203.0.113.7`,
      );
    return LOOPBACK.test(text)
      ? { ip: text, announcedAddress: null }
      : { ip: isIP(text) === 6 ? '::' : '0.0.0.0', announcedAddress: text };
  }
  if (LOOPBACK.test(host)) return { ip: '127.0.0.1', announcedAddress: null };
  if (isIP(host) !== 0 && host !== '0.0.0.0' && host !== '::') return { ip: host, announcedAddress: null };
  return { ip: '0.0.0.0', announcedAddress: ownAddress() };
};

/** The machine's first external IPv4 address. */
const ownAddress = (): string => {
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return found?.address ?? '127.0.0.1';
};
