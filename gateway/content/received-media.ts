/**
 * Serves media that customers sent to holders of a signed link (operations/media-assets/media-links.ts). The content is foreign
 * and unknown, so browsers must neither guess its type nor run any of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type MediaLinks, mediaStatusOf } from '../../operations/media-assets/media-links.js';
import { type AssetStore, assetIdOf, type StoredAsset } from '../../providers/assets/asset-store.js';
import { DomainError, isErrorCode, refusedBecause } from '../../schemas/errors.js';
import type { MediaRecord } from '../../views/conversations/index.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { ViewStore } from '../../views/views.js';
import type { Connection } from '../http/connection.js';
import { sendFile } from '../http/file-answer.js';

export interface ReceivedMediaDeps {
  readonly links: Pick<MediaLinks, 'verify'>;
  readonly views: Pick<ViewStore, 'messageMedia' | 'catchUp'>;
  readonly assets: Pick<AssetStore, 'open'>;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** How long a request waits for a file that is still being fetched, ms. Shorter than the timeout of common clients. */
const WAIT_MS = 10_000;
const POLL_MS = 100;
/** When to retry for a file that takes longer, s. */
const RETRY_AFTER_S = 5;
/** Downloads at a time, each with half a megabyte of memory. */
const MAX_DOWNLOADS = 64;

/** Types that browsers display and cannot execute; all others are downloaded. */
const INLINE = /^(image\/(jpeg|png|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?codecs=[\w.,+-]+)?$/;
const OCTETS = 'application/octet-stream';

const headersOf = ({ id, mimeType, sha256 }: MediaRecord): Readonly<Record<string, string>> => {
  const mediaType = mimeType !== null && MIME_TYPE.test(mimeType) ? mimeType : OCTETS;
  const bare = mediaType.split(';')[0] ?? '';
  const shown = INLINE.test(bare);
  return {
    'Content-Type': mediaType,
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename="${id}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'none',
    ...(sha256 === null ? {} : { ETag: `"${sha256}"` }),
  };
};

/** Serves downloads, at most {@link MAX_DOWNLOADS} at a time. */
export const createReceivedMedia = (deps: ReceivedMediaDeps) => {
  const { links, views, assets, now } = deps;
  let downloads = 0;

  /** The file's record once it is fetched or has failed. @throws DomainError media_not_ready, media_unavailable */
  const settledMedia = async (
    { businessId, mediaId }: ReturnType<MediaLinks['verify']>,
    isGone: () => boolean,
  ): Promise<MediaRecord> => {
    const find = (): MediaRecord | null => views.messageMedia(businessId, mediaId);
    let media = await readThrough(views, businessId, find);
    for (const until = performance.now() + WAIT_MS; media?.status === 'pending'; media = find()) {
      if (performance.now() > until || isGone())
        throw new DomainError('media_not_ready', undefined, [], RETRY_AFTER_S);
      await delay(POLL_MS);
    }
    if (media === null) throw new DomainError('media_unavailable');
    const { status, failure } = mediaStatusOf(media, now());
    if (status !== 'failed') return media;
    const code = failure?.code;
    throw new DomainError(isErrorCode(code) ? code : 'media_unavailable', failure?.message);
  };

  const open = async (mediaId: string): Promise<StoredAsset> => {
    const file = await assets.open(assetIdOf(mediaId)).catch((error: unknown) => {
      throw refusedBecause('media_not_ready', error, RETRY_AFTER_S);
    });
    if (file === null) throw new DomainError('media_removed');
    return file;
  };

  /**
   * Answers `GET` and `HEAD /files/<token>` and returns the status.
   * @throws DomainError before anything is sent: signature_invalid, link_expired, media_not_ready, media_busy, or the reason why
   * there is no such file
   */
  return async (connection: Connection, token: string): Promise<number> => {
    const claim = links.verify(token);
    if (downloads >= MAX_DOWNLOADS) throw new DomainError('media_busy');
    downloads += 1;
    try {
      const media = await settledMedia(claim, connection.isGone);
      const file = await open(claim.mediaId);
      await sendFile(connection, {
        status: 200,
        headers: headersOf(media),
        total: file.bytes,
        read: () => file.read(),
      });
      return 200;
    } finally {
      downloads -= 1;
    }
  };
};
