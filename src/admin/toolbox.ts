/** Helpers for commands that work with the tools of a business. */
import type { StoredTool } from '../../actors/toolbox/events.js';
import { toolbox } from '../../actors/toolbox/index.js';
import { createSealer, type Sealer } from '../../operations/sealing.js';
import { createGuardedHttp, type GuardedHttp } from '../../providers/egress/guarded-http.js';
import { ConfigError } from '../config/index.js';
import { sharedSecrets } from '../nats/secrets.js';
import type { Admin } from './as-admin.js';

/** Default timeout for a tool's answer, ms. */
export const DEFAULT_TIMEOUT_MS = 8_000;
const MAX_TIMEOUT_MS = 30_000;

export const sealerOf = async ({ nc, replicas }: Admin): Promise<Sealer> =>
  createSealer((await sharedSecrets(nc, replicas)).sealing);

/** In order of their names. */
export const toolsOf = async (
  { actors }: Admin,
  ref: { readonly business: string; readonly id: string },
): Promise<readonly StoredTool[]> => (await actors.query(toolbox, ref, 'tools')).answer;

/** @throws ConfigError if requests to the address are not allowed */
export const refuseAddress = (session: Admin, businessId: string, url: string): Promise<void> =>
  withHttp(session, async (http) => {
    const refusal = await http.refusalNow(url, businessId);
    if (refusal !== null) throw new ConfigError(`the tool's url is "${url}"; it ${refusal}`);
  });

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
