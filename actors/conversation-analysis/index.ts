/** The analysis of one episode of a conversation: an analysis (actors/analysis), whose findings cite messages. */
import type { ConversationFindings } from '../../schemas/analysis/conversation-analysis.js';
import { deriveId } from '../../schemas/ids.js';
import { analysisOf } from '../analysis/index.js';

export const conversationAnalysis = analysisOf<ConversationFindings>('conversation-analysis');

/** The analysis of an episode, which is identified by its first message. */
export const episodeAnalysisId = (conversationId: string, firstMessageId: string): string =>
  deriveId('conversation-analysis', conversationId, firstMessageId);
