/** What the outreach rules are made from. */
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { ViewStore } from '../../views/views.js';
import type { Sealer } from '../sealing.js';

export interface OutreachDeps {
  readonly actors: ActorAsker;
  readonly views: Pick<
    ViewStore,
    | 'callingHoursOf'
    | 'catchUp'
    | 'contact'
    | 'contactOfMobile'
    | 'instagramIdentities'
    | 'iterationSettings'
    | 'timeZoneOf'
  >;
  readonly sealer: Sealer;
  /** For businesses that have none of their own. */
  readonly installationTimeZone: string;
}
