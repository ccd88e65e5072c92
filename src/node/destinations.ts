/** The destinations that a node's calls may have, and the alarm for limits that businesses hit. */
import { isSimulatedCaller } from '../../operations/calls/simulated-calls.js';
import type { InstalledDestinations } from '../../operations/outreach/destination-rule.js';
import { createLimitAlarm, type LimitAlarm } from '../../operations/outreach/limit-alarm.js';
import { limitCounter } from '../metrics/node.js';
import type { Foundation } from './foundation.js';
import type { State } from './state.js';

export interface Destinations {
  readonly destinations: InstalledDestinations;
  readonly limitAlarm: LimitAlarm;
}

export const openDestinations = ({
  config,
  logger,
  registry,
  trouble,
  journalTime: now,
}: Foundation & State): Destinations => {
  const { order, ...accounts } = config.carriers;
  const usesSimulatedNetwork = order.length === 0;
  return {
    destinations: {
      allowedCountries: config.allowedCountries,
      ownNumbers: order.flatMap((name) => accounts[name]?.from ?? []),
      isSimulated: (number) => usesSimulatedNetwork && isSimulatedCaller(number),
    },
    limitAlarm: createLimitAlarm({ trouble, logger, now, count: limitCounter(registry) }),
  };
};
