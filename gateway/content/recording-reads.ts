/**
 * Audits reads of recordings. A player requests a recording piece by piece, so each link gets one entry on each node, at its
 * first bytes, which are sent after the entry is written.
 */
import type { AuditTrail } from '../../operations/audit/audit-trail.js';
import { shortUserAgent } from '../../operations/audit/user-agent.js';
import type { Request } from '../served.js';
import type { RecordingClaim } from './recording-links.js';

/** Links remembered at a time; a forgotten link gets a second entry. */
const MAX_LINKS = 10_000;
/** The signature at the end of a token. */
const SIGNATURE_CHARACTERS = 43;

export type RecordingReads = (
  request: Pick<Request, 'head' | 'requestId' | 'client'>,
  token: string,
  claim: RecordingClaim,
) => Promise<void>;

/** `now`: ms since the epoch. The returned function @throws DomainError journal_unavailable */
export const createRecordingReads = (trail: Pick<AuditTrail, 'write'>, now: () => number): RecordingReads => {
  const written = new Map<string, Promise<void>>();
  return ({ head, requestId, client }, token, { businessId, callId, by }) => {
    const link = token.slice(-SIGNATURE_CHARACTERS);
    const earlier = written.get(link);
    if (earlier !== undefined) return earlier;
    const entry = trail
      .write(businessId, {
        at: now(),
        actor: by ?? { type: 'anonymous', id: null },
        action: 'recording.read',
        target: callId,
        outcome: 'done',
        code: null,
        client,
        userAgent: shortUserAgent(head.headers['user-agent']),
        requestId,
        omitted: 0,
      })
      .catch((error: unknown) => {
        written.delete(link);
        throw error;
      });
    written.set(link, entry);
    const oldest = written.keys().next();
    if (written.size > MAX_LINKS && !oldest.done) written.delete(oldest.value);
    return entry;
  };
};
