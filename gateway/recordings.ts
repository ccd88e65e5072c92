/** Serving recordings to who has a signed link to them. */
import type { RecordingStore } from '../providers/recordings/recording-store.js';
import { DomainError } from '../schemas/errors.js';
import type { Connection } from './connection.js';
import type { RecordingLinks } from './recording-links.js';
import type { RequestHead } from './request-head.js';
import { serveFile } from './served-files.js';

/**
 * Answers `GET` and `HEAD /recordings/<token>` and says with which status.
 * @throws DomainError signature_invalid, link_expired, recording_not_found, recordings_unavailable, before anything
 * is sent
 */
export const serveRecording = async (
  connection: Connection,
  head: RequestHead,
  token: string,
  links: RecordingLinks,
  store: Pick<RecordingStore, 'open'>,
): Promise<number> => {
  const claim = links.verify(token);
  const file = await store.open(claim.businessId, claim.callId);
  if (file === null) throw new DomainError('recording_not_found');
  return serveFile(connection, head, file, {
    'Content-Disposition': `${claim.attachment ? 'attachment' : 'inline'}; filename="${file.filename}"`,
    'Cache-Control': 'private, no-store',
    ETag: `"${claim.callId}-${file.size}"`,
  });
};
