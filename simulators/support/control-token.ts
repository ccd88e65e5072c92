/**
 * Access control of a simulator. Its control interface places calls, plays customers and shows what was said, so it requires
 * a token if it was started with one. Without a token it is open to all users of the machine.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The environment variable that passes the token of the control interface to a simulator's process. */
export const SIMULATOR_TOKEN = 'SIMULATOR_TOKEN';

/** The message of a request that is refused for lack of the token. */
export const TOKEN_REQUIRED =
  'this control interface requires a token: send it as "Authorization: Bearer <token>"; a service that started the simulator logs it in its service.ready line, as simulatorToken';

/** Whether a request with this `Authorization` header may control a simulator with this token. */
export const mayControl = (token: string | null, authorization: string | undefined): boolean => {
  if (token === null) return true;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
};

/** The headers that authorize a control request. */
export const controlHeaders = (token: string | null): Readonly<Record<string, string>> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** The token of this simulator's process; an empty one counts as none. */
export const tokenFrom = (env: Readonly<Record<string, string | undefined>>): string | null =>
  env[SIMULATOR_TOKEN] || null;
