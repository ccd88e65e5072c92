/** The media asset actor: the same bytes for the same account are one asset, uploaded to the channel once while it keeps them. */
import { assertNever } from '../../schemas/assert.js';
import { type Actor, defineActor, type Envelope, type TimerDue } from '../runtime/actor.js';
import { MEDIA_ASSET_EVENTS, type MediaAssetEvent, type UploadedMedia } from './events.js';

export type MediaAssetCommand =
  | { readonly type: 'look' }
  /** The channel has it now; a second upload at the same time takes the first one's place. */
  | { readonly type: 'uploaded'; readonly media: UploadedMedia };

export interface MediaAssetState {
  readonly media: UploadedMedia | null;
}

const decide = (
  _state: MediaAssetState,
  { command }: Envelope<MediaAssetCommand | TimerDue>,
): readonly MediaAssetEvent[] => {
  switch (command.type) {
    case 'look':
    case 'timer_due':
      return [];
    case 'uploaded':
      return [{ type: 'media.uploaded', ...command.media }];
    default:
      return assertNever(command);
  }
};

export const mediaAsset: Actor<MediaAssetState, MediaAssetCommand, MediaAssetEvent, never, MediaAssetState> =
  defineActor({
    kind: 'media-asset',
    events: MEDIA_ASSET_EVENTS,
    initial: (): MediaAssetState => ({ media: null }),
    decide,
    evolve: (_state, { type: _type, ...media }): MediaAssetState => ({ media }),
    timers: () => ({}),
    effects: () => ({}),
    answer: (state) => state,
  });
