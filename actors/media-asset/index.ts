/**
 * The media asset actor. The same bytes for the same account are one asset, uploaded to the channel once while the channel
 * keeps them. A customer's file is one asset too, which removes the file when its retention ends.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Actor, Envelope, NoReplies, TimerDue } from '../runtime/actor.js';
import { MEDIA_ASSET_EVENTS, type MediaAssetEvent, type UploadedMedia } from './events.js';

export type MediaAssetCommand =
  /** The channel has it now. A second, concurrent upload replaces the first. */
  | { readonly type: 'uploaded'; readonly media: UploadedMedia }
  /** Sent before a customer's file is stored, so that it is removed in time even if the storing fails. */
  | { readonly type: 'receive'; readonly keptUntil: number }
  | { readonly type: 'removed' };

/** Remove the customer's file; answers `removed`. */
export interface MediaAssetEffect {
  readonly kind: 'remove_media';
}

export interface MediaAssetQueries {
  /** The media as the channel has it; null before the upload. */
  get(): UploadedMedia | null;
}

export interface MediaAssetState {
  readonly media: UploadedMedia | null;
  /** Until when a customer's file is kept, ms since the epoch; null: there is none. */
  readonly keptUntil: number | null;
  /** Whether its retention has ended and its file is being removed. */
  readonly removing: boolean;
}

const decide = (
  { keptUntil, removing }: MediaAssetState,
  { command, at }: Envelope<MediaAssetCommand | TimerDue>,
): readonly MediaAssetEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return keptUntil !== null && keptUntil <= at && !removing ? [{ type: 'media.expired' }] : [];
    case 'uploaded':
      return [{ type: 'media.uploaded', ...command.media }];
    case 'receive':
      return [{ type: 'media.received', keptUntil: command.keptUntil }];
    case 'removed':
      return removing ? [{ type: 'media.removed' }] : [];
    default:
      return assertNever(command);
  }
};

const evolve = (state: MediaAssetState, event: MediaAssetEvent): MediaAssetState => {
  switch (event.type) {
    case 'media.uploaded': {
      const { type: _type, ...media } = event;
      return { ...state, media };
    }
    case 'media.received':
      return { ...state, keptUntil: event.keptUntil, removing: false };
    case 'media.expired':
      return { ...state, removing: true };
    case 'media.removed':
      return { ...state, keptUntil: null, removing: false };
    default:
      return assertNever(event);
  }
};

export const mediaAsset: Actor<
  MediaAssetState,
  MediaAssetCommand,
  MediaAssetEvent,
  MediaAssetEffect,
  NoReplies,
  MediaAssetQueries
> = {
  kind: 'media-asset',
  events: MEDIA_ASSET_EVENTS,
  initial: (): MediaAssetState => ({ media: null, keptUntil: null, removing: false }),
  decide,
  evolve,
  timers: ({ keptUntil, removing }): Readonly<Record<string, number>> =>
    keptUntil === null || removing ? {} : { expire: keptUntil },
  effects: ({ removing }): Readonly<Record<string, MediaAssetEffect>> =>
    removing ? { remove: { kind: 'remove_media' } } : {},
  replies: {},
  queries: ({ media }) => ({ get: () => media }),
};
