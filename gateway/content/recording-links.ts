/** Signed links to recordings: sensitive, so they expire after five minutes (spec sections 2.4 and 8). */

import { createSignedTokens } from '../../operations/signed-tokens.js';
import type { Author } from '../../schemas/accounts/audit.js';
import { DomainError } from '../../schemas/errors.js';

const LINK_LIFE_MS = 5 * 60_000;

export interface RecordingClaim {
  readonly businessId: string;
  readonly callId: string;
  /** Whether a browser should save it rather than play it. */
  readonly attachment: boolean;
  /** The user or key that the link was issued to; null: a link of an earlier version. */
  readonly by: Author | null;
}

export interface RecordingLinks {
  sign(
    businessId: string,
    callId: string,
    by?: Author,
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
    sign: (businessId, callId, by) => {
      const expiresAt = now() + LINK_LIFE_MS;
      const holder = by === undefined ? [] : [by.type, by.id];
      const url = (attachment: boolean) =>
        `${baseUrl()}/recordings/${tokens.sign([businessId, callId, attachment, expiresAt, ...holder])}`;
      return { recordingUrl: url(false), recordingDownloadUrl: url(true) };
    },
    verify: (token) => {
      const [businessId, callId, attachment, expiresAt, type, id]: [
        ...[businessId: string, callId: string, attachment: boolean, expiresAt: number],
        ...[type?: Author['type'], id?: string],
      ] = JSON.parse(tokens.verify(token));
      if (expiresAt < now()) throw new DomainError('link_expired');
      const by = type === undefined || id === undefined ? null : { type, id };
      return { businessId, callId, attachment, by };
    },
  };
};
