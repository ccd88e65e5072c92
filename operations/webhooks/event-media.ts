/**
 * Adds a customer's file to a webhook event when it is sent. The event waits briefly for its file, so that most events have
 * size and type, and later events of the conversation wait with it, so that the order holds. An event whose file takes
 * longer is sent with a link that becomes valid later. Each attempt has a newly signed link.
 */
import { pause } from '../../actors/runtime/backoff.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import { isRecord } from '../../schemas/json.js';
import type { MediaRecord } from '../../views/conversations/index.js';
import type { ViewStore } from '../../views/views.js';
import { type MediaLinks, WEBHOOK_LINK_MS } from '../media-assets/media-links.js';

/** How long a webhook event waits for its file, ms: most images take one second. */
const FILE_WAIT_MS = 5_000;
const POLL_MS = 100;

export interface EventMediaDeps {
  readonly views: Pick<ViewStore, 'messageMedia'>;
  readonly links: Pick<MediaLinks, 'resource'>;
  /** Default: {@link FILE_WAIT_MS}. */
  readonly waitMs?: number;
}

/** The payload as it is sent now; returns at once when the signal is aborted. */
export const createEventMedia =
  ({ views, links, waitMs = FILE_WAIT_MS }: EventMediaDeps) =>
  async (
    businessId: string,
    { payload, mediaId }: WebhookEvent,
    signal: AbortSignal,
  ): Promise<WebhookEvent['payload']> => {
    if (mediaId === undefined) return payload;
    // Another node may have emitted the event, so the views of this one may be behind.
    const read = (): MediaRecord => views.messageMedia(businessId, mediaId) ?? unknown(mediaId);
    const deadline = performance.now() + waitMs;
    let media = read();
    while (media.status === 'pending' && performance.now() < deadline && !signal.aborted) {
      await pause(POLL_MS, signal);
      media = read();
    }
    const message = isRecord(payload.message) ? payload.message : {};
    return { ...payload, message: { ...message, media: links.resource(businessId, media, WEBHOOK_LINK_MS) } };
  };

const unknown = (id: string): MediaRecord => ({
  id,
  status: 'pending',
  mimeType: null,
  fileName: null,
  sizeBytes: null,
  sha256: null,
  keptUntil: null,
  failure: null,
});
