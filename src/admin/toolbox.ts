/** The tools of a business, as commands work with them. */
import type { StoredTool } from '../../actors/toolbox/events.js';
import { toolbox } from '../../actors/toolbox/index.js';
import { createSealer, type Sealer } from '../../operations/sealing.js';
import { createGuardedHttp, type GuardedHttp } from '../../providers/guarded-http.js';
import { ConfigError } from '../config.js';
import { sharedSecrets } from '../secrets.js';
import type { Admin } from './as-admin.js';

/** How long a tool's answer is waited for where nothing is said of it, ms. */
export const DEFAULT_TIMEOUT_MS = 8_000;
const MOST_MS = 30_000;

export const sealerOf = async ({ nc, replicas }: Admin): Promise<Sealer> =>
  createSealer((await sharedSecrets(nc, replicas)).sealing);

/** In the order of their names. */
export const toolsOf = async (
  { actors }: Admin,
  ref: { readonly business: string; readonly id: string },
): Promise<readonly StoredTool[]> => (await actors.query(toolbox, ref, 'tools')).answer;

/** @throws ConfigError when requests must not go there */
export const refuseAddress = (session: Admin, businessId: string, url: string): Promise<void> =>
  withHttp(session, async (http) => {
    const refusal = await http.refusalNow(url, businessId);
    if (refusal !== null) throw new ConfigError(`the tool's url is "${url}"; it ${refusal}`);
  });

/** Does the work with connections of its own. */
export const withHttp = async <T>(
  { development, names }: Admin,
  work: (http: GuardedHttp) => Promise<T>,
): Promise<T> => {
  const http = createGuardedHttp({
    anywhere: development,
    connections: 1,
    timeoutMs: MOST_MS,
    names,
    use: 'tool',
  });
  try {
    return await work(http);
  } finally {
    await http.close();
  }
};
