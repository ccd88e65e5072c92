/** Signed links to recordings: sensitive, for five minutes (spec sections 2.4 and 8). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../schemas/errors.js';

const LINK_LIFE_MS = 5 * 60_000;

export interface RecordingClaim {
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
  const mac = (payload: string): Buffer =>
    createHmac('sha256', secret).update(`recording.${payload}`).digest();

  const token = (claim: RecordingClaim, expiresAt: number): string => {
    const payload = Buffer.from(
      JSON.stringify([claim.businessId, claim.callId, claim.attachment, expiresAt]),
    ).toString('base64url');
    return `${payload}.${mac(payload).toString('base64url')}`;
  };

  return {
    sign: (businessId, callId) => {
      const expiresAt = now() + LINK_LIFE_MS;
      const url = (attachment: boolean) =>
        `${baseUrl()}/recordings/${token({ businessId, callId, attachment }, expiresAt)}`;
      return { recordingUrl: url(false), recordingDownloadUrl: url(true) };
    },
    verify: (text) => {
      const [payload = '', signature = ''] = text.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new DomainError('signature_invalid');
      const [businessId, callId, attachment, expiresAt]: [string, string, boolean, number] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      );
      if (expiresAt < now()) throw new DomainError('link_expired');
      return { businessId, callId, attachment };
    },
  };
};
