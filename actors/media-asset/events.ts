/** What happened to media for messages. */

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

export type MediaAssetEvent = { readonly type: 'media.uploaded' } & UploadedMedia;
