/** Events of message media: media that we uploaded to a channel, and media that a customer sent. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export interface UploadedMedia {
  /** Our account, for which the channel keeps it. */
  readonly accountId: string;
  readonly providerMediaId: string;
  readonly mimeType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** ms since the epoch. */
  readonly uploadedAt: number;
  /** When the channel deletes it, ms since the epoch. */
  readonly expiresAt: number;
}

export type MediaAssetEvent =
  | ({ readonly type: 'media.uploaded' } & UploadedMedia)
  /** A customer's file is about to be stored until `keptUntil`, ms since the epoch. */
  | { readonly type: 'media.received'; readonly keptUntil: number }
  | { readonly type: 'media.expired' }
  | { readonly type: 'media.removed' };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const MEDIA_ASSET_EVENTS = {
  'media.uploaded': 1,
  'media.received': 2,
  'media.expired': 2,
  'media.removed': 2,
} as const satisfies VersionsOf<MediaAssetEvent>;

/** The kind, for readers of its events. */
export const MEDIA_ASSET_KIND = eventKind<MediaAssetEvent>('media-asset', MEDIA_ASSET_EVENTS);
