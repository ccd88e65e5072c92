/** What happened to media for messages: what we uploaded to a channel, and what a customer sent. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export interface UploadedMedia {
  /** Our account, on whose behalf the channel keeps it. */
  readonly accountId: string;
  readonly providerMediaId: string;
  readonly mimeType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** ms since the epoch. */
  readonly uploadedAt: number;
  /** When the channel forgets it, ms since the epoch. */
  readonly expiresAt: number;
}

export type MediaAssetEvent =
  | ({ readonly type: 'media.uploaded' } & UploadedMedia)
  /** What a customer sent is about to be kept here, until then (ms since the epoch). */
  | { readonly type: 'media.received'; readonly keptUntil: number }
  | { readonly type: 'media.expired' }
  | { readonly type: 'media.removed' };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const MEDIA_ASSET_EVENTS = {
  'media.uploaded': 1,
  'media.received': 2,
  'media.expired': 2,
  'media.removed': 2,
} as const satisfies VersionsOf<MediaAssetEvent>;

/** The kind, for those who read its events. */
export const MEDIA_ASSET_KIND = eventKind<MediaAssetEvent>('media-asset', MEDIA_ASSET_EVENTS);
