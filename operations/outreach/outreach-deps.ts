/** Dependencies of the outreach rules. */
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ViewStore } from '../../views/views.js';
import type { Sealer } from '../sealing.js';
import type { InstalledDestinations } from './destination-rule.js';
import type { LimitAlarm } from './limit-alarm.js';

export interface OutreachDeps {
  readonly actors: ActorClient;
  readonly views: Pick<
    ViewStore,
    | 'calledNumbers'
    | 'callingHoursOf'
    | 'callPriceOf'
    | 'carriersOf'
    | 'catchUp'
    | 'currentContact'
    | 'contactOfMobile'
    | 'destinationsOf'
    | 'instagramIdentities'
    | 'whatsAppNumbers'
    | 'iterationSettings'
    | 'timeZoneOf'
  >;
  readonly sealer: Sealer;
  /** The time zone of businesses that have none of their own. */
  readonly installationTimeZone: string;
  /** Destinations that the operator allows for businesses without a policy of their own. */
  readonly destinations: InstalledDestinations;
  /** Called when a business hits a limit; absent: nothing is reported. */
  readonly limitAlarm?: LimitAlarm;
}
