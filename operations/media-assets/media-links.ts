/**
 * Signed links to files that customers sent. They are sensitive: anyone who has one can read the file until it expires.
 * Links in webhooks are valid for a day, because a subscriber may process its events later; links in a timeline for five
 * minutes, because the timeline issues new ones.
 */
import type { Transcription } from '../../actors/conversation/events.js';
import type { ReceivedMedia } from '../../schemas/conversations/media.js';
import { DomainError, failureWith } from '../../schemas/errors.js';
import type { MediaRecord } from '../../views/conversations/index.js';
import { createSignedTokens } from '../signed-tokens.js';

export const WEBHOOK_LINK_MS = 24 * 60 * 60_000;
export const TIMELINE_LINK_MS = 5 * 60_000;

interface MediaClaim {
  readonly businessId: string;
  readonly mediaId: string;
}

export interface MediaLinks {
  /** The wire form, with a link that is valid for `lifeMs`, and no longer than the file. */
  resource(businessId: string, media: MediaRecord, lifeMs: number): ReceivedMedia;
  /** @throws DomainError signature_invalid, link_expired */
  verify(token: string): MediaClaim;
}

/** `baseUrl` without a trailing slash; `now` in ms since the epoch. */
export const createMediaLinks = (secret: string, baseUrl: () => string, now: () => number): MediaLinks => {
  const tokens = createSignedTokens(secret, 'media');
  const sign = (businessId: string, mediaId: string, expiresAt: number): string =>
    `${baseUrl()}/files/${tokens.sign([businessId, mediaId, expiresAt])}`;

  return {
    resource: (businessId, media, lifeMs) => {
      const { id, mimeType, fileName, sizeBytes, sha256, keptUntil, transcription } = media;
      const { status, failure } = mediaStatusOf(media, now());
      const expiresAt = Math.min(now() + lifeMs, keptUntil ?? Number.POSITIVE_INFINITY);
      return {
        id,
        status,
        mimeType,
        fileName,
        sizeBytes,
        sha256,
        failure,
        url: status === 'failed' ? null : sign(businessId, id, expiresAt),
        urlExpiresAt: status === 'failed' ? null : new Date(expiresAt).toISOString(),
        keptUntil: keptUntil === null ? null : new Date(keptUntil).toISOString(),
        ...(transcription === undefined ? {} : { transcript: transcriptOf(transcription) }),
      };
    },
    verify: (token) => {
      const [businessId, mediaId, expiresAt]: [string, string, number] = JSON.parse(tokens.verify(token));
      if (expiresAt < now())
        throw new DomainError(
          'link_expired',
          'The link has expired. Get a new one from the contact’s timeline.',
        );
      return { businessId, mediaId };
    },
  };
};

const transcriptOf = (transcription: Transcription): NonNullable<ReceivedMedia['transcript']> =>
  transcription.is === 'understood'
    ? { text: transcription.text, isPartial: transcription.isCut }
    : { text: null, isPartial: false };

/** Whether the file is available at this moment (ms since the epoch), or has been removed. */
export const mediaStatusOf = (
  { status, failure, keptUntil }: MediaRecord,
  at: number,
): Pick<ReceivedMedia, 'status' | 'failure'> => {
  if (keptUntil === null || keptUntil > at) return { status, failure };
  return { status: 'failed', failure: failureWith('media_removed') };
};
