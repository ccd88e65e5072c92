/** Bodies that do not change while the process lives: files of the console, the API document. */
import { matchesValidator } from './conditional.js';
import { type Coded, codingFor } from './content-coding.js';
import type { Reply } from './envelope.js';
import type { RequestHead } from './request-head.js';

export interface StoredBody {
  readonly contentType: string;
  readonly plain: Buffer;
  /** Where compression made the body smaller. */
  readonly coded: Coded;
  readonly etag: string;
}

/** The whole body in the preferred coding that the client accepts, or 304 if the client already has it. */
export const storedReply = (
  stored: StoredBody,
  { headers: requestHeaders }: RequestHead,
  ownHeaders: Readonly<Record<string, string>>,
): Reply => {
  const headers = { ...ownHeaders, ETag: stored.etag, Vary: 'Accept-Encoding' };
  if (matchesValidator(requestHeaders['if-none-match'], stored.etag))
    return { status: 304, headers, body: '' };
  const coding = codingFor(requestHeaders['accept-encoding'], stored.coded);
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': stored.contentType,
      ...(coding === null ? {} : { 'Content-Encoding': coding }),
    },
    body: '',
    bytes: (coding === null ? undefined : stored.coded[coding]) ?? stored.plain,
  };
};
