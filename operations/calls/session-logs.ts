/** The session logs of calls: downloads, and erasing. */
import type { SessionLogStore } from '../../providers/session-logs/store.js';
import { DomainError } from '../../schemas/errors.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { Caller } from '../caller.js';
import type { OperationsDeps } from '../deps.js';

interface SessionLogOperations {
  /** The log as a gzip file. @throws DomainError call_not_found, session_log_not_found, recordings_unavailable */
  read(caller: Pick<Caller, 'businessId' | 'at'>, callId: string): Promise<AsyncIterable<Uint8Array>>;
  /** Idempotent. `erased`: whether a log was stored. @throws DomainError call_not_found, recordings_unavailable */
  erase(caller: Caller, callId: string): Promise<{ readonly callId: string; readonly erased: boolean }>;
}

type Deps = Pick<OperationsDeps, 'views' | 'sessionLogs'>;

export const sessionLogOperations = (deps: Deps): SessionLogOperations => ({
  read: async (caller, callId) => {
    const content = await deps.sessionLogs.read(await callOfLog(deps, caller, callId));
    if (content === null) throw new DomainError('session_log_not_found');
    return content;
  },
  erase: async (caller, callId) => {
    const erased = await deps.sessionLogs.erase(await callOfLog(deps, caller, callId));
    return { callId, erased };
  },
});

/** @throws DomainError call_not_found */
const callOfLog = async (
  { views }: Deps,
  { businessId, at }: Pick<Caller, 'businessId' | 'at'>,
  callId: string,
): Promise<Parameters<SessionLogStore['read']>[0]> => {
  const found = await readThrough(views, businessId, () => views.call(businessId, callId));
  if (found === null) throw new DomainError('call_not_found');
  const { createdAt, endedAt } = found.call;
  const until = endedAt === null ? at : Date.parse(endedAt);
  return { businessId, callId, from: Date.parse(createdAt), until };
};
