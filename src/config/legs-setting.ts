/** Settings of browser legs: whether browsers may join calls, and where their audio arrives (docs/how-to/browser-calls.md). */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { LISTEN } from './settings/listen.js';
import { type Env, read } from './settings/setting.js';

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

const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** `host`: the address that the API listens on. @throws ConfigError */
export const browserLegsSetting = (env: Env, host: string): BrowserLegsSetting => {
  const worker = read(LISTEN.mediasoupWorker, env);
  return {
    mode: read(LISTEN.browserLegs, env),
    port: read(LISTEN.browserLegsPort, env),
    ...addresses(read(LISTEN.browserLegsAddress, env), host),
    worker: worker === null ? null : resolve(worker),
  };
};

/** Listens on all addresses if a public one is announced, or if the API does not listen on a specific one. */
const addresses = (
  address: string | null,
  host: string,
): Pick<BrowserLegsSetting, 'ip' | 'announcedAddress'> => {
  if (address !== null)
    return LOOPBACK.test(address)
      ? { ip: address, announcedAddress: null }
      : { ip: isIP(address) === 6 ? '::' : '0.0.0.0', announcedAddress: address };
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
