/** What a model found in the messages of a conversation that fell silent. */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, nullable, Uuid } from '../shapes.js';
import { AnalysisStatus, CallOutcome, FailedAnalysis, findingsOf } from './call-analysis.js';

/** How long a conversation is silent before it is analysed, minutes, unless the business chooses another time. */
export const DEFAULT_SILENCE_MINUTES = 120;
export const MIN_SILENCE_MINUTES = 1;
/** Three days. */
export const MAX_SILENCE_MINUTES = 4_320;

/** A message that proves a finding. */
export const MessageEvidence = Type.Object(
  { messageId: Uuid, at: DateTime },
  { ...closed, description: 'A message, and when it was sent.' },
);
export type MessageEvidence = Static<typeof MessageEvidence>;

/** The findings about one episode of a conversation. */
export const ConversationFindings = findingsOf(MessageEvidence);
export type ConversationFindings = Static<typeof ConversationFindings>;

/** The messages between two silences, from the first of the customer on. */
export interface Episode {
  readonly conversationId: string;
  readonly firstMessageId: string;
  readonly lastMessageId: string;
}

/** The latest analysis of a conversation, with its evidence. */
export const ConversationAnalysis = Type.Object(
  {
    status: AnalysisStatus,
    success: CallOutcome.properties.success,
    findings: nullable(ConversationFindings),
    failure: nullable(FailedAnalysis),
    firstMessageId: Type.String({ format: 'uuid', description: 'The first message that was analysed.' }),
    lastMessageId: Type.String({ format: 'uuid', description: 'The last one.' }),
    analysisRunId: nullable(Uuid, { description: 'The run that made it; null: the silence.' }),
    analyzedAt: nullable(DateTime),
    chargedMicrocredits: Count,
  },
  closed,
);
export type ConversationAnalysis = Static<typeof ConversationAnalysis>;
