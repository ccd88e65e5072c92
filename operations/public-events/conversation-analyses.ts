/** The public events of the analyses of conversations. */
import {
  CONVERSATION_ANALYSIS_KIND,
  type ConversationAnalysisEvent,
} from '../../actors/conversation-analysis/events.js';
import { analysed } from './analyses.js';
import { type ConversationSubject, subjectOfConversation } from './conversations.js';
import { publicEventsOf } from './public-event.js';
import { publicSource } from './source.js';

const publicEvent = publicEventsOf<ConversationAnalysisEvent, ConversationAnalysisSubject>();

interface ConversationAnalysisSubject extends ConversationSubject {
  readonly analysisId: string;
}

const EVENTS = [
  publicEvent(
    ['analysis.ended', 'analysis.repeated'],
    'A conversation was analysed after it fell silent or by a run, or could not be analysed.',
    {
      webhook: 'conversation.analyzed',
      live: 'conversation.analyzed',
      toWebhook: ({ analysisId }, event) => {
        const { run, analysis } = analysed(event);
        return { id: `${analysisId}:analyzed${run}`, fields: { analysis } };
      },
      toLive: (facts, event) => ({ ...facts, outcome: analysed(event).outcome }),
    },
  ),
];

export const CONVERSATION_ANALYSES = publicSource<ConversationAnalysisSubject>({
  kind: CONVERSATION_ANALYSIS_KIND,
  reaction: 'webhooks-conversation-analyses',
  topic: 'conversations',
  subjectOf: (views, businessId, analysisId) => {
    const conversationId = views.conversationOfAnalysis(businessId, analysisId);
    const subject = conversationId === null ? null : subjectOfConversation(views, businessId, conversationId);
    return subject === null ? null : { ...subject, analysisId };
  },
  events: EVENTS,
  gathered: null,
});
