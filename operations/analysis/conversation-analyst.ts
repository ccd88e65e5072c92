/** Analyses stored episodes of conversations: reads the messages from the views, and has the business's model judge them. */
import { providerFailure } from '../../providers/provider-failure.js';
import type { ConversationFindings, Episode } from '../../schemas/analysis/conversation-analysis.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import type { EpisodeMessage } from '../../views/conversations/index.js';
import { iso } from '../../views/kernel/dates.js';
import type { ViewStore } from '../../views/views.js';
import { spokenText } from '../conversations/chat-history.js';
import { type Analysed, analyse, MAX_TURNS } from './analyst.js';
import type { AnalystDeps } from './call-analyst.js';

/** Messages before the episode, which the model is shown to understand it. */
const EARLIER = 10;

interface ConversationAnalystDeps extends AnalystDeps {
  readonly views: Pick<ViewStore, 'episodeMessages' | 'timeZoneOf'>;
}

/** The views must know the messages. @throws the reason of `signal` */
export type ConversationAnalyst = (
  businessId: string,
  episode: Episode,
  settings: AnalysisSettings,
  signal: AbortSignal,
) => Promise<Analysed<ConversationFindings>>;

const INTRODUCTION = [
  'You analyse messages between a business and a customer after both have fallen silent.',
  'The next message is the transcript: the messages have numbers. Lines without a number are earlier messages, for your understanding alone: cite none of them, and find nothing in them.',
];

export const createConversationAnalyst =
  ({ views, modelOf, installationTimeZone, logger, limits }: ConversationAnalystDeps): ConversationAnalyst =>
  async (businessId, episode, settings, signal) => {
    const { conversationId } = episode;
    const { earlier, messages } = views.episodeMessages(episode, { limit: MAX_TURNS, before: EARLIER });
    const last = messages.at(-1);
    if (last === undefined || !messages.some(({ direction }) => direction === 'inbound'))
      return { type: 'failed', failure: 'transcript_missing' };
    const onFailed = (error: unknown): void =>
      logger.warn({
        event: 'analysis.model_failed',
        businessId,
        conversationId,
        err: providerFailure(error),
      });
    return analyse(
      modelOf(businessId, null),
      {
        introduction: INTRODUCTION,
        lines: [
          ...earlier.map((message) => `[Earlier] ${lineOf(message)}`),
          ...messages.map((message, index) => `${index + 1}. ${lineOf(message)}`),
        ],
        proofs: messages.map(({ messageId, at }) => ({ messageId, at: iso(at) })),
        endedAt: last.at,
        timeZone: views.timeZoneOf(businessId) ?? installationTimeZone,
        settings,
      },
      signal,
      onFailed,
      limits,
    );
  };

const SPEAKERS = {
  customer: 'Customer',
  agent: 'Agent',
  human: 'Colleague',
  api: 'Business',
  campaign: 'Campaign',
} as const;

/** A message without words is named by its type. */
const lineOf = (message: EpisodeMessage): string =>
  `${SPEAKERS[message.author]}: ${spokenText(message) ?? `(${message.type})`}`;
