/** Which contact point stands for a number or an identity. */
import type { Point } from '../../actors/contact-point/events.js';
import type { Target } from '../../actors/runtime/asking.js';
import type { Sealer } from '../sealing.js';

/** The same for the same business and point on every node, and no way back to the number without the cluster's secret. */
export const contactPointOf = (
  { sealer }: { readonly sealer: Pick<Sealer, 'pseudonym'> },
  businessId: string,
  { channel, address }: Point,
): Target => ({
  business: businessId,
  id: sealer.pseudonym(`contact point ${businessId}`, `${channel} ${address}`),
});
