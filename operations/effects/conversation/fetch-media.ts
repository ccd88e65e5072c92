/** Fetches files that customers send, and stores them where every node can read them. */

import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type {
  ConversationCommand,
  ConversationEffect,
  MediaOutcome,
} from '../../../actors/conversation/commands.js';
import { mediaAsset } from '../../../actors/media-asset/index.js';
import type { EffectHandler } from '../../../actors/runtime/actor.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import { type AssetStore, assetIdOf } from '../../../providers/assets/asset-store.js';
import { MediaTooLarge } from '../../../providers/channels/media-download.js';
import type { MessagingChannel } from '../../../providers/channels/messaging-channel.js';
import { providerFailure } from '../../../providers/provider-failure.js';
import type { FairSlots } from '../../../providers/scheduling/fair-slots.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import { RECEIVED_MEDIA_BYTES, RECEIVED_MEDIA_KEPT_MS } from '../../../schemas/conversations/media.js';
import { failureWith, isTemporary } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import { accountAccess } from '../../channels/account-access.js';
import type { Sealer } from '../../sealing.js';

export interface FetchMediaDeps {
  readonly actors: ActorClient;
  readonly sealer: Sealer;
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  readonly assets: Pick<AssetStore, 'keep'>;
  /** Limits the files fetched at a time. */
  readonly slots: FairSlots;
  /** Whether the store's disk has more space than the reserve for live calls, if that is known here. */
  readonly hasRoom: () => boolean;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly count: (outcome: MediaOutcome['is']) => void;
  readonly logger: Logger;
}

/** Files that a node fetches at a time, in all and per business. */
export const MEDIA_SLOTS = { inAll: 8, perOwner: 4 } as const;
/** One attempt, ms: the largest document at a megabyte a second. */
const ATTEMPT_MS = 120_000;

type FetchEffect = Extract<ConversationEffect, { readonly kind: 'fetch_media' }>;

/** Idempotent: a repetition replaces the file with itself. */
export const fetchMedia =
  (deps: FetchMediaDeps): EffectHandler<FetchEffect, ConversationCommand> =>
  async ({ ref, effect, signal }) => {
    const { messageId, attempt } = effect;
    const release = await deps.slots.take(ref.business, signal);
    try {
      const outcome = await keep(deps, ref.business, effect, signal);
      deps.count(outcome.is);
      return { type: 'media_ended', messageId, attempt, outcome };
    } finally {
      release();
    }
  };

const keep = async (
  { actors, sealer, channels, assets, hasRoom, now, logger }: FetchMediaDeps,
  businessId: string,
  { channel: name, accountId, messageId, mediaType, source }: FetchEffect,
  aborted: AbortSignal,
): Promise<MediaOutcome> => {
  if (!hasRoom()) return { is: 'postponed', code: 'journal_full' };
  const channel = channels.get(name);
  const id = deriveId('channel-account', name, accountId);
  const access =
    channel === undefined ? null : await accountAccess({ actors, sealer, logger }, businessId, id);
  if (channel === undefined || access === null)
    return { is: 'refused', failure: failureWith('channel_not_connected') };
  const signal = AbortSignal.any([aborted, timeoutSignal(ATTEMPT_MS)]);
  const fetched = await channel.fetchMedia(access, source, RECEIVED_MEDIA_BYTES[mediaType] ?? 0, signal);
  if (fetched.type === 'refused') return { is: 'refused', failure: fetched.failure };
  if (fetched.type === 'failed') return { is: 'postponed', code: fetched.code };
  const keptUntil = now() + RECEIVED_MEDIA_KEPT_MS;
  const sum = createHash('sha256');
  let sizeBytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of fetched.bytes) {
      sum.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  };
  try {
    // The actor that removes the file knows of it before the file exists.
    await actors.ask(mediaAsset, { business: businessId, id: messageId }, { type: 'receive', keptUntil });
    await assets.keep(assetIdOf(messageId), counted());
  } catch (error) {
    if (error instanceof MediaTooLarge) return { is: 'refused', failure: failureWith('media_too_large') };
    if (aborted.aborted || isTemporary(error)) throw error;
    logger.warn({ event: 'media.not_kept', messageId, err: providerFailure(error) });
    return { is: 'postponed', code: 'channel_unreachable' };
  }
  return { is: 'kept', mimeType: fetched.mimeType, sizeBytes, sha256: sum.digest('hex'), keptUntil };
};
