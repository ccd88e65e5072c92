/**
 * Who may direct a simulator: its control interface places calls, plays customers and shows what was said, so where it
 * is given a token it asks for it. Without one it is open to all users of the machine.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The variable in which a simulator's process is given the token of its control interface. */
export const SIMULATOR_TOKEN = 'SIMULATOR_TOKEN';

/** What who is turned away is told. */
export const TOKEN_NEEDED =
  'this control interface has a token: send it as "Authorization: Bearer <token>"; a service that started the simulator says it in its service.ready line, as simulatorToken';

/** Whether a request with this `Authorization` header may direct a simulator with this token. */
export const mayControl = (token: string | null, authorization: string | undefined): boolean => {
  if (token === null) return true;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
};

/** The headers that open a control interface. */
export const controlHeaders = (token: string | null): Readonly<Record<string, string>> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** As a simulator's process was given it; empty is as good as none. */
export const tokenFrom = (env: Readonly<Record<string, string | undefined>>): string | null =>
  env[SIMULATOR_TOKEN] || null;
