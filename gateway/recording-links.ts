/** Signed links to recordings: sensitive, for five minutes (spec sections 2.4 and 8). */

import { createSignedTokens } from '../operations/signed-tokens.js';
import { DomainError } from '../schemas/errors.js';

const LINK_LIFE_MS = 5 * 60_000;

interface RecordingClaim {
  readonly businessId: string;
  readonly callId: string;
  /** Whether a browser should save it rather than play it. */
  readonly attachment: boolean;
}

export interface RecordingLinks {
  sign(
    businessId: string,
    callId: string,
  ): { readonly recordingUrl: string; readonly recordingDownloadUrl: string };
  /** @throws DomainError signature_invalid, link_expired */
  verify(token: string): RecordingClaim;
}

/** `baseUrl` without a trailing slash; `now` in ms since the epoch. */
export const createRecordingLinks = (
  secret: string,
  baseUrl: () => string,
  now: () => number,
): RecordingLinks => {
  const tokens = createSignedTokens(secret, 'recording');
  return {
    sign: (businessId, callId) => {
      const expiresAt = now() + LINK_LIFE_MS;
      const url = (attachment: boolean) =>
        `${baseUrl()}/recordings/${tokens.sign([businessId, callId, attachment, expiresAt])}`;
      return { recordingUrl: url(false), recordingDownloadUrl: url(true) };
    },
    verify: (token) => {
      const [businessId, callId, attachment, expiresAt]: [string, string, boolean, number] = JSON.parse(
        tokens.verify(token),
      );
      if (expiresAt < now()) throw new DomainError('link_expired');
      return { businessId, callId, attachment };
    },
  };
};
