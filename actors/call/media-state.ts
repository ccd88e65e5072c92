/** The media of a call, folded from its events. */
import type { CallEvent } from './events.js';

export interface MediaState {
  /** Zero of the recording's clock, ms since the epoch. */
  readonly startedAt: number;
  /** The attached media socket; null while there is none. */
  readonly attachmentId: string | null;
  /** When the last message arrived on the detached socket; null while one is attached. */
  readonly detachedAt: number | null;
  /** Whether the attached socket replaced one that never detached. */
  readonly followsLost: boolean;
  /** The carrier's id of the call on that socket; null: unknown. */
  readonly carrierCallId: string | null;
}

type MediaEvent = Extract<CallEvent, { readonly type: 'call.media_attached' | 'call.media_detached' }>;

/** The media after one of its events, committed at `at`, ms since the epoch. */
export const mediaAfter = (media: MediaState | null, event: MediaEvent, at: number): MediaState | null => {
  if (event.type === 'call.media_detached')
    // The clock of the session's node may be off. The commit's time is late, as recognising the last words takes seconds.
    return media === null
      ? null
      : {
          ...media,
          attachmentId: null,
          detachedAt: Math.max(media.startedAt, Math.min(at, event.heardUntil ?? at)),
        };
  const { attachmentId, carrierCallId = null } = event;
  const followsLost = media !== null && media.attachmentId !== null;
  return { startedAt: media?.startedAt ?? at, attachmentId, detachedAt: null, followsLost, carrierCallId };
};
