/** The filters in the query of a list, an export or a search of calls. */
import { type Static, Type } from 'typebox';
import type { CallFilter } from '../../../schemas/calls/filters.js';
import { callFilters } from '../../../schemas/calls/filters.js';
import { tagOf } from '../../../schemas/calls/review.js';
import { epochMs, outcomeFilter } from '../common.js';

const CallFilters = Type.Object(callFilters);

/** @throws DomainError validation_failed for a leap second */
export const callFilterOf = (query: Static<typeof CallFilters>): CallFilter => {
  const { status, agentId, agentVersion, contactId, campaignId, endedBy, endReason } = query;
  const { slow, interrupted, toolFailed, reviewed, tag, minScore, maxScore, from, to } = query;
  return {
    ...(status === undefined ? {} : { status }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(agentVersion === undefined ? {} : { agentVersion }),
    ...(contactId === undefined ? {} : { contactId }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...outcomeFilter(query),
    ...(endedBy === undefined ? {} : { endedBy }),
    ...(endReason === undefined ? {} : { endReason }),
    ...(slow === undefined ? {} : { slow: slow === 'true' }),
    ...(interrupted === undefined ? {} : { interrupted: interrupted === 'true' }),
    ...(toolFailed === undefined ? {} : { toolFailed: toolFailed === 'true' }),
    ...(reviewed === undefined ? {} : { reviewed: reviewed === 'true' }),
    ...(tag === undefined ? {} : { tag: tagOf(tag) }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(maxScore === undefined ? {} : { maxScore }),
    ...(from === undefined ? {} : { from: epochMs('from', from) }),
    ...(to === undefined ? {} : { to: epochMs('to', to) }),
  };
};
