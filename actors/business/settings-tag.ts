/** The tag of the settings that the owners of a business edit. */
import { contentTag } from '../../schemas/tag.js';
import type { BusinessState } from './state.js';

/** Without what an operator sets: lines, prices, quotas. */
export const settingsTag = (state: BusinessState): string => {
  const { created, concurrentCalls, timeZone, carriers, callingHours } = state;
  const { destinations, callLimits, analysesCalls, conversationSilenceMinutes } = state;
  return contentTag({
    name: created?.name,
    concurrentCalls,
    timeZone,
    carriers,
    callingHours,
    destinations,
    callLimits,
    analysesCalls,
    conversationSilenceMinutes,
  });
};
