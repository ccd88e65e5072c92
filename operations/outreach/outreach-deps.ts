/** What the outreach rules are made from. */
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { ViewStore } from '../../views/views.js';
import type { Sealer } from '../sealing.js';
import type { InstalledDestinations } from './destination-rule.js';
import type { LimitAlarm } from './limit-alarm.js';

export interface OutreachDeps {
  readonly actors: ActorAsker;
  readonly views: Pick<
    ViewStore,
    | 'calledNumbers'
    | 'callingHoursOf'
    | 'callPriceOf'
    | 'carriersOf'
    | 'catchUp'
    | 'contact'
    | 'contactOfMobile'
    | 'destinationsOf'
    | 'instagramIdentities'
    | 'iterationSettings'
    | 'timeZoneOf'
  >;
  readonly sealer: Sealer;
  /** For businesses that have none of their own. */
  readonly installationTimeZone: string;
  /** Which destinations the operator allows where a business has said nothing. */
  readonly destinations: InstalledDestinations;
  /** Hears of limits that a business hits; absent: nothing is reported. */
  readonly limitAlarm?: LimitAlarm;
}
