/** What a model found in the messages of a conversation that fell silent. */
import { type Static, Type } from 'typebox';
import { AnalysisRunId, Charged, MessageId } from '../fields.js';
import { closed, DateTime, described, nullable } from '../shapes.js';
import { AnalysisStatus, CallOutcome, FailedAnalysis, findingsOf } from './call-analysis.js';

/** How long a conversation is silent before it is analysed, minutes, unless the business chooses another time. */
export const DEFAULT_SILENCE_MINUTES = 120;
export const MIN_SILENCE_MINUTES = 1;
/** Three days. */
export const MAX_SILENCE_MINUTES = 4_320;

/** A message that proves a finding. */
export const MessageEvidence = Type.Object(
  {
    messageId: described(MessageId, 'The message that shows it.'),
    at: described(DateTime, 'When it was sent.'),
  },
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
    findings: nullable(ConversationFindings, {
      description: 'What was found; of the last analysis that completed. Null: none has.',
    }),
    failure: nullable(FailedAnalysis, { description: 'Why the last analysis failed; null: it did not.' }),
    firstMessageId: Type.String({
      format: 'uuid',
      description: 'The first message that was analysed.',
      examples: ['e1728a2e-02f8-5716-bf48-5d8dfe55ef7d'],
    }),
    lastMessageId: Type.String({
      format: 'uuid',
      description: 'The last message that was analysed.',
      examples: ['e1728a2e-02f8-5716-bf48-5d8dfe55ef7d'],
    }),
    analysisRunId: nullable(AnalysisRunId, {
      description: 'The run that made it; null: the silence of the conversation did.',
    }),
    analyzedAt: nullable(DateTime, { description: 'When it completed or failed; null: it is running.' }),
    chargedMicrocredits: described(
      Charged,
      'What the analyses of the conversation cost, in microcredits.',
      2000,
    ),
  },
  closed,
);
export type ConversationAnalysis = Static<typeof ConversationAnalysis>;
