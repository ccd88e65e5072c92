/** Serves recordings to holders of a signed link. */
import type { RecordingStore } from '../../providers/recordings/recording-store.js';
import { DomainError } from '../../schemas/errors.js';
import type { Request } from '../served.js';
import type { RecordingLinks } from './recording-links.js';
import type { RecordingReads } from './recording-reads.js';
import { serveFile } from './served-files.js';

export interface ServedRecordings {
  readonly links: Pick<RecordingLinks, 'verify'>;
  readonly store: Pick<RecordingStore, 'open'>;
  readonly reads: RecordingReads;
}

/**
 * Answers `GET` and `HEAD /recordings/<token>` and returns the status. The audit log records a read before anything is sent.
 * @throws DomainError signature_invalid, link_expired, recording_not_found, recordings_unavailable, journal_unavailable, before
 * anything is sent
 */
export const serveRecording = async (
  request: Request,
  { links, store, reads }: ServedRecordings,
): Promise<number> => {
  const { connection, head, params } = request;
  const token = params.token ?? '';
  const claim = links.verify(token);
  const file = await store.open(claim.businessId, claim.callId);
  if (file === null) throw new DomainError('recording_not_found');
  if (head.method === 'GET') await reads(request, token, claim);
  return serveFile(connection, head, file, {
    'Content-Disposition': `${claim.attachment ? 'attachment' : 'inline'}; filename="${file.filename}"`,
    'Cache-Control': 'private, no-store',
    ETag: `"${claim.callId}-${file.size}"`,
  });
};
