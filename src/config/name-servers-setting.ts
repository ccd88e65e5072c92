/** Name servers for host names that businesses configure (docs/reference/configuration.md). */
import { isIP } from 'node:net';
import { ConfigError } from './error.js';

type Env = Readonly<Record<string, string | undefined>>;

const SETTING = 'PARLEY_TENANT_NAME_SERVERS';
const MAX_SERVERS = 8;

/** `1.1.1.1`, `1.1.1.1:53`, `2606:4700::1111` or `[2606:4700::1111]:53`. */
const isServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true;
  const [, six, four, port = '0'] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  return (
    isIP(six ?? four ?? '') === (six === undefined ? 4 : 6) && Number(port) >= 1 && Number(port) <= 65_535
  );
};

/** Null: the system's name servers. @throws ConfigError */
export const tenantNameServersSetting = (env: Env): readonly string[] | null => {
  const text = env[SETTING];
  if (text === undefined) return null;
  const servers = text.split(',').map((server) => server.trim());
  const invalid = servers.find((server) => !isServer(server));
  if (invalid !== undefined)
    throw new ConfigError(
      `${SETTING} names "${invalid}"; write addresses of name servers, with or without a port, like 1.1.1.1,[2606:4700::1111]:53`,
    );
  if (servers.length > MAX_SERVERS)
    throw new ConfigError(`${SETTING} names ${servers.length} name servers; write ${MAX_SERVERS}`);
  return servers;
};
