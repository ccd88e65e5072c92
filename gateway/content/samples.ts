/** Serves samples of voices and noises to holders of a signed link. */
import { createHash } from 'node:crypto';
import type { SpeechSamples } from '../../media/speech/samples.js';
import type { Connection } from '../http/connection.js';
import type { RequestHead } from '../http/request-head.js';
import type { SampleLinks } from './sample-links.js';
import { serveFile } from './served-files.js';

/**
 * Answers `GET` and `HEAD /samples/<token>` and returns the status. Ranges are served too: some browsers play nothing without
 * them.
 * @throws DomainError signature_invalid, link_expired, sample_not_found, sample_unavailable, before anything is sent
 */
export const serveSample = async (
  connection: Connection,
  head: RequestHead,
  token: string,
  links: SampleLinks,
  samples: SpeechSamples,
): Promise<number> => {
  const bytes = await samples.open(links.verify(token));
  const file = {
    size: bytes.length,
    contentType: 'audio/wav',
    read: async function* (start: number, end: number) {
      yield bytes.subarray(start, end + 1);
    },
  };
  return serveFile(connection, head, file, {
    'Content-Disposition': 'inline; filename="sample.wav"',
    'Cache-Control': 'private, max-age=3600',
    ETag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  });
};
