/** The filters of calls and messages in queries and saved views. */
import { type Static, Type } from 'typebox';
import { AnalysisStatus, CustomerRequest, Sentiment } from '../analysis/call-analysis.js';
import { AccountChannel } from '../channels/channel.js';
import { DateTime, literals, Uuid } from '../shapes.js';
import { CallScore, CallTag } from './review.js';
import { EndedBy, SLOW_ANSWER_MS, VoiceCallStatus } from './voice-call.js';

const yesOrNo = (description: string) => Type.Optional(literals(['true', 'false'], { description }));

/** By the outcome of an analysis. */
export const outcomeFilters = {
  analysis: Type.Optional(AnalysisStatus),
  success: yesOrNo('Whether all success criteria of the agent were met.'),
  sentiment: Type.Optional(Sentiment),
  request: Type.Optional(CustomerRequest),
};

export const callFilters = {
  status: Type.Optional(VoiceCallStatus),
  agentId: Type.Optional(Uuid),
  agentVersion: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The version of the agent that made it.' }),
  ),
  contactId: Type.Optional(Uuid),
  campaignId: Type.Optional(Uuid),
  ...outcomeFilters,
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

/** The author of a message. */
export const MessageAuthor = literals(['customer', 'agent', 'human', 'api', 'campaign']);
export type MessageAuthor = Static<typeof MessageAuthor>;

export const messageFilters = {
  channel: Type.Optional(AccountChannel),
  contactId: Type.Optional(Uuid),
  campaignId: Type.Optional(Uuid),
  author: Type.Optional(MessageAuthor),
  from: Type.Optional(DateTime),
  to: Type.Optional(DateTime),
};
