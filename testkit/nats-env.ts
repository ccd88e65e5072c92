/** What a service, or a command, is told of a nats-server that runs already. */
import type { NatsAccess } from '../actors/runtime/nats-access.js';

/** @throws Error for an access that a bench has no use for */
export const natsEnv = ({ url, credentials }: NatsAccess): Readonly<Record<string, string>> => {
  if (credentials === undefined) return { PARLEY_NATS_URL: url };
  if (credentials.kind !== 'nkey') throw new Error(`no variable for credentials of kind ${credentials.kind}`);
  return { PARLEY_NATS_URL: url, PARLEY_NATS_NKEY: credentials.seedFile };
};
