/** Effects of media assets: removing customers' files when their retention ends. */
import type { MediaAssetCommand, MediaAssetEffect } from '../../actors/media-asset/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import { type AssetStore, assetIdOf } from '../../providers/assets/asset-store.js';

export const mediaAssetEffects = (
  assets: Pick<AssetStore, 'remove'>,
): EffectHandlers<MediaAssetEffect, MediaAssetCommand> => ({
  remove_media: async ({ ref }) => {
    await assets.remove(assetIdOf(ref.id));
    return { type: 'removed' };
  },
});
