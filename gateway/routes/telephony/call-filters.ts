/** The filters of calls in the query of a list, an export or a search. */
import { type Static, Type } from 'typebox';
import { AnalysisStatus, CustomerRequest, Sentiment } from '../../../schemas/analysis/call-analysis.js';
import { CallScore, CallTag, tagOf } from '../../../schemas/calls/review.js';
import { EndedBy, SLOW_ANSWER_MS, VoiceCallStatus } from '../../../schemas/calls/voice-call.js';
import { DateTime, literals, Uuid } from '../../../schemas/shapes.js';
import type { CallFilter } from '../../../views/calls/index.js';
import { epochMs } from '../common.js';

const yesOrNo = (description: string) => Type.Optional(literals(['true', 'false'], { description }));

export const callFilterQuery = {
  status: Type.Optional(VoiceCallStatus),
  agentId: Type.Optional(Uuid),
  contactId: Type.Optional(Uuid),
  campaignId: Type.Optional(Uuid),
  analysis: Type.Optional(AnalysisStatus),
  success: yesOrNo('Whether all success criteria of the agent were met.'),
  sentiment: Type.Optional(Sentiment),
  request: Type.Optional(CustomerRequest),
  endedBy: Type.Optional(EndedBy),
  slow: yesOrNo(`Whether an answer took longer than ${SLOW_ANSWER_MS / 1_000} seconds.`),
  interrupted: yesOrNo('Whether the customer interrupted the agent.'),
  toolFailed: yesOrNo('Whether a tool failed.'),
  tag: Type.Optional(CallTag),
  minScore: Type.Optional(CallScore),
  maxScore: Type.Optional(CallScore),
  from: Type.Optional(DateTime),
  to: Type.Optional(DateTime),
};
const CallFilters = Type.Object(callFilterQuery);

/** @throws DomainError validation_failed for a leap second */
export const callFilterOf = (query: Static<typeof CallFilters>): CallFilter => {
  const { status, agentId, contactId, campaignId, analysis, sentiment, request, endedBy } = query;
  const { success, slow, interrupted, toolFailed, tag, minScore, maxScore, from, to } = query;
  return {
    ...(status === undefined ? {} : { status }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(contactId === undefined ? {} : { contactId }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...(analysis === undefined ? {} : { analysis }),
    ...(success === undefined ? {} : { success: success === 'true' }),
    ...(sentiment === undefined ? {} : { sentiment }),
    ...(request === undefined ? {} : { request }),
    ...(endedBy === undefined ? {} : { endedBy }),
    ...(slow === undefined ? {} : { slow: slow === 'true' }),
    ...(interrupted === undefined ? {} : { interrupted: interrupted === 'true' }),
    ...(toolFailed === undefined ? {} : { toolFailed: toolFailed === 'true' }),
    ...(tag === undefined ? {} : { tag: tagOf(tag) }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(maxScore === undefined ? {} : { maxScore }),
    ...(from === undefined ? {} : { from: epochMs('from', from) }),
    ...(to === undefined ? {} : { to: epochMs('to', to) }),
  };
};
