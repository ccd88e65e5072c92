/** The filters of calls and messages in queries and saved views. */
import { type Static, Type } from 'typebox';
import { AnalysisStatus, CustomerRequest, Sentiment } from '../analysis/call-analysis.js';
import { AccountChannel } from '../channels/channel.js';
import { deskFilters } from '../conversations/assignment.js';
import { AgentId, CampaignId, ContactId } from '../fields.js';
import { closed, DateTime, described, literals } from '../shapes.js';
import { CallScore, CallTag } from './review.js';
import { END_REASONS, EndedBy, SLOW_ANSWER_MS, VoiceCallStatus } from './voice-call.js';

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
  agentId: Type.Optional(described(AgentId, 'Only those of this agent.')),
  agentVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Only calls that this version of the agent made.',
      examples: [3],
    }),
  ),
  contactId: Type.Optional(described(ContactId, 'Only those with this contact.')),
  campaignId: Type.Optional(described(CampaignId, 'Only those of this campaign.')),
  ...outcomeFilters,
  endedBy: Type.Optional(EndedBy),
  endReason: Type.Optional(
    Type.Enum(Object.keys(END_REASONS), {
      description: 'Why it ended, as `endReason` of a call.',
      examples: ['customer_hangup'],
    }),
  ),
  slow: yesOrNo(`Whether an answer took longer than ${SLOW_ANSWER_MS / 1_000} seconds.`),
  interrupted: yesOrNo('Whether the customer interrupted the agent.'),
  toolFailed: yesOrNo('Whether a tool failed.'),
  reviewed: yesOrNo('Whether a person has marked it as reviewed.'),
  tag: Type.Optional(CallTag),
  minScore: Type.Optional(CallScore),
  maxScore: Type.Optional(CallScore),
  from: Type.Optional(described(DateTime, 'Created at or after this time.')),
  to: Type.Optional(described(DateTime, 'Created before this time.', '2026-03-09T00:00:00.000Z')),
};

/** The author of a message. */
export const MessageAuthor = literals(['customer', 'agent', 'human', 'api', 'campaign'], {
  description: 'human: a person of the business. api: the message endpoint. campaign: a campaign.',
});
export type MessageAuthor = Static<typeof MessageAuthor>;

/** `agentId`: the agent that answered last in the conversation; the outcome is that of the conversation's latest analysis. */
export const messageFilters = {
  channel: Type.Optional(described(AccountChannel, 'Only messages on this channel.')),
  agentId: Type.Optional(described(AgentId, 'Only conversations that this agent answered last.')),
  contactId: Type.Optional(described(ContactId, 'Only those with this contact.')),
  campaignId: Type.Optional(described(CampaignId, 'Only those of this campaign.')),
  author: Type.Optional(MessageAuthor),
  ...deskFilters,
  ...outcomeFilters,
  from: Type.Optional(described(DateTime, 'Sent at or after this time.')),
  to: Type.Optional(described(DateTime, 'Sent before this time.', '2026-03-09T00:00:00.000Z')),
};

/** Omitted fields match all calls. */
export interface CallFilter {
  readonly status?: string;
  readonly agentId?: string;
  readonly agentVersion?: number;
  readonly contactId?: string;
  readonly campaignId?: string;
  readonly analysis?: AnalysisStatus;
  readonly success?: boolean;
  readonly sentiment?: Sentiment;
  /** What the customer requested. */
  readonly request?: CustomerRequest;
  readonly endedBy?: EndedBy;
  readonly endReason?: string;
  /** Whether an answer took longer than SLOW_ANSWER_MS. */
  readonly slow?: boolean;
  /** Whether the customer interrupted the agent. */
  readonly interrupted?: boolean;
  /** Whether a tool failed. */
  readonly toolFailed?: boolean;
  /** Whether a person has marked it as reviewed. */
  readonly reviewed?: boolean;
  /** As review.ts keeps it. */
  readonly tag?: string;
  readonly minScore?: number;
  readonly maxScore?: number;
  /** Created at or after, ms since the epoch. */
  readonly from?: number;
  /** Created before, ms since the epoch. */
  readonly to?: number;
}

/** The calls of a run: those of its agent and period that match this as well. */
export type RunFilter = Omit<CallFilter, 'agentId' | 'from' | 'to'>;

const { agentId: _agentId, from: _from, to: _to, ...ofRuns } = callFilters;

/** The filters of a run over calls. */
export const RunFilters = Type.Object(ofRuns, {
  ...closed,
  description: 'Only calls that match, as in a list of calls.',
});
