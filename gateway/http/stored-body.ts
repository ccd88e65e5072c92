/** Bodies that do not change while the process lives: files of the console, the API document. */
import { matchesValidator } from './conditional.js';
import { type Coding, codingFor } from './content-coding.js';
import type { Reply } from './envelope.js';
import type { RequestHead } from './request-head.js';

export interface StoredBody {
  readonly contentType: string;
  readonly etag: string;
  /** Those in which it can be sent: where compression makes it smaller. */
  readonly codings: readonly Coding[];
  /** The body in one of the codings; null: uncompressed. A form that is not stored is made once, off the main thread. */
  readonly form: (coding: Coding | null) => Promise<Uint8Array>;
}

/** The whole body in the preferred coding that the client accepts, or 304 if the client already has it. */
export const storedReply = async (
  stored: StoredBody,
  { headers: requestHeaders }: RequestHead,
  ownHeaders: Readonly<Record<string, string>>,
): Promise<Reply> => {
  const headers = { ...ownHeaders, ETag: stored.etag, Vary: 'Accept-Encoding' };
  if (matchesValidator(requestHeaders['if-none-match'], stored.etag))
    return { status: 304, headers, body: '' };
  const coding = codingFor(requestHeaders['accept-encoding'], stored.codings);
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': stored.contentType,
      ...(coding === null ? {} : { 'Content-Encoding': coding }),
    },
    body: '',
    bytes: await stored.form(coding),
  };
};
