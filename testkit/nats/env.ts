/** The environment of a service, or a command, that uses a running nats-server. */
import type { NatsAccess } from '../../actors/runtime/nats/access.js';

/** @throws Error for credentials that benches do not use */
export const natsEnv = ({ url, credentials }: NatsAccess): Readonly<Record<string, string>> => {
  if (credentials === undefined) return { PARLEY_NATS_URL: url };
  if (credentials.kind !== 'nkey') throw new Error(`no variable for credentials of kind ${credentials.kind}`);
  return { PARLEY_NATS_URL: url, PARLEY_NATS_NKEY: credentials.seedFile };
};
