/** The media of a call, folded from its events. */
import type { CallEvent } from './events.js';

export interface MediaState {
  /** 0 of the recording's clock, ms since the epoch. */
  readonly startedAt: number;
  /** The socket that speaks for the call; null while there is none. */
  readonly attachmentId: string | null;
  /** When the last message came on that socket. */
  readonly detachedAt: number | null;
  /** Whether another one spoke for the call until then, and never said farewell. */
  readonly followsLost: boolean;
  /** What the carrier calls the call on that socket; null: unknown. */
  readonly carrierCallId: string | null;
}

type MediaEvent = Extract<CallEvent, { readonly type: 'call.media_attached' | 'call.media_detached' }>;

/** After one of its events, committed at `at`, ms since the epoch. */
export const mediaAfter = (media: MediaState | null, event: MediaEvent, at: number): MediaState | null => {
  if (event.type === 'call.media_detached')
    // The clock of the session's node may be off, and its last words take some seconds to be recognised.
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
