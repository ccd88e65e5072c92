/** Events of the analysis of one episode of a conversation: those of any analysis (actors/analysis). */
import type { ConversationFindings } from '../../schemas/analysis/conversation-analysis.js';
import { ANALYSIS_EVENTS, type AnalysisEvent } from '../analysis/events.js';
import { eventKind } from '../runtime/event-versions.js';

export type ConversationAnalysisEvent = AnalysisEvent<ConversationFindings>;

/** The kind, for readers of its events. */
export const CONVERSATION_ANALYSIS_KIND = eventKind<ConversationAnalysisEvent>(
  'conversation-analysis',
  ANALYSIS_EVENTS,
);
