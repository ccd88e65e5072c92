/** Helpers for commands that work with the tools of a business. */
import { createSealer, type Sealer } from '../../operations/sealing.js';
import { createGuardedHttp, type GuardedHttp } from '../../providers/egress/guarded-http.js';
import { sharedSecrets } from '../nats/secrets.js';
import type { Admin } from './as-admin.js';

const MAX_TIMEOUT_MS = 30_000;

export const sealerOf = async ({ nc, replicas }: Admin): Promise<Sealer> =>
  createSealer((await sharedSecrets(nc, replicas)).sealing);

/** Runs `work` with its own connections. */
export const withHttp = async <T>(
  { development, names }: Admin,
  work: (http: GuardedHttp) => Promise<T>,
): Promise<T> => {
  const http = createGuardedHttp({
    anywhere: development,
    connections: 1,
    timeoutMs: MAX_TIMEOUT_MS,
    names,
    use: 'tool',
  });
  try {
    return await work(http);
  } finally {
    await http.close();
  }
};
