/** Addresses the contact point of a number or an identity. */
import type { Point } from '../../actors/contact-point/events.js';
import type { Target } from '../../actors/runtime/actor-client.js';
import type { Sealer } from '../sealing.js';

/** The same on every node for a business and point; the number cannot be recovered without the cluster's secret. */
export const contactPointOf = (
  { sealer }: { readonly sealer: Pick<Sealer, 'pseudonym'> },
  businessId: string,
  { channel, address }: Point,
): Target => ({
  business: businessId,
  id: sealer.pseudonym(`contact point ${businessId}`, `${channel} ${address}`),
});
