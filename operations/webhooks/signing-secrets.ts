/** The secrets that sign the deliveries of a subscription: made here, sealed in the journal, opened for each attempt. */
import { randomBytes } from 'node:crypto';
import type { SubscriptionState } from '../../actors/subscription/index.js';
import type { WebhookRequest } from '../../providers/webhooks/sender.js';
import type { Sealer } from '../sealing.js';

export type SigningSecrets = Required<Pick<WebhookRequest, 'secret' | 'previousSecrets'>>;

/** A secret of 256 bits; its text is the signing key. `id`: of the subscription. */
export const newSecret = (sealer: Sealer, id: string) => {
  const signingSecret = randomBytes(32).toString('hex');
  const sealedSecret = sealer.seal(id, signingSecret);
  return { signingSecret, sealed: { sealedSecret, secretLast4: signingSecret.slice(-4) } };
};

/** The current secret, and the former ones whose overlap lasts beyond `now`, ms since the epoch. `id`: of the subscription. */
export const signingSecrets = (
  sealer: Sealer,
  id: string,
  { sealedSecret, previous = [] }: NonNullable<SubscriptionState['subscription']>,
  now: number,
): SigningSecrets => ({
  secret: sealer.open(id, sealedSecret),
  previousSecrets: previous
    .filter(({ until }) => until > now)
    .map((former) => sealer.open(id, former.sealedSecret)),
});
