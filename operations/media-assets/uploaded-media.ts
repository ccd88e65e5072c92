/** Images uploaded for messages, and their ids at the channel. */
import { mediaAsset } from '../../actors/media-asset/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';

/** Longer than a message may wait in its outbox before it is sent, ms. */
const MARGIN_MS = 60 * 60 * 1_000;

/**
 * The provider's id of an image that the account uploaded. `at`: ms since the epoch.
 * @throws DomainError media_not_found, media_expired
 */
export const uploadedImage = async (
  { actors }: { readonly actors: ActorClient },
  {
    businessId,
    accountId,
    at,
  }: { readonly businessId: string; readonly accountId: string; readonly at: number },
  mediaId: string,
): Promise<string> => {
  const target = { business: businessId, id: mediaId };
  const { answer: uploaded } = await actors.query(mediaAsset, target, 'get');
  if (uploaded === null || uploaded.accountId !== accountId) throw new DomainError('media_not_found');
  if (uploaded.expiresAt <= at + MARGIN_MS) throw new DomainError('media_expired');
  return uploaded.providerMediaId;
};
