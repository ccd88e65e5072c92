/** What the outreach rules are made from. */
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { ViewStore } from '../../views/views.js';
import type { Sealer } from '../sealing.js';
import type { InstalledDestinations } from './destination-rule.js';
import type { LimitAlarm } from './limit-alarm.js';

export interface OutreachDeps {
  readonly actors: ActorAsker;
  readonly views: ViewStore;
  readonly sealer: Sealer;
  /** Which destinations the operator allows where a business has said nothing. */
  readonly destinations: InstalledDestinations;
  /** Hears of limits that a business hits; absent: nothing is reported. */
  readonly limitAlarm?: LimitAlarm;
}

/** Of something that has more. */
export const outreachDepsOf = ({
  actors,
  views,
  sealer,
  destinations,
  limitAlarm,
}: OutreachDeps): OutreachDeps => ({
  actors,
  views,
  sealer,
  destinations,
  ...(limitAlarm === undefined ? {} : { limitAlarm }),
});
