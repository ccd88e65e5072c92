/** Analyses stored episodes of conversations: reads the messages from the views, and has the business's model judge them. */
import { providerFailure } from '../../providers/provider-failure.js';
import type { ConversationFindings, Episode } from '../../schemas/analysis/conversation-analysis.js';
import type { AnalysisTask } from '../../schemas/analysis/settings.js';
import type { EpisodeMessage } from '../../views/conversations/index.js';
import { iso } from '../../views/kernel/dates.js';
import type { ViewStore } from '../../views/views.js';
import { spokenText } from '../conversations/chat-history.js';
import { type Analysed, analyse, MAX_TURNS } from './analyst.js';
import type { Recollection } from './answer.js';
import { type AnalystDeps, MAX_OPEN_PROMISES } from './call-analyst.js';

/** Messages before the episode, which the model is shown to understand it. */
const EARLIER = 10;

interface ConversationAnalystDeps extends AnalystDeps {
  readonly views: Pick<ViewStore, 'currentContact' | 'episodeMessages' | 'newestEntries' | 'timeZoneOf'>;
  /** The contact of a conversation; null: none, or one that rests only on a number that the person gave. */
  readonly contactOf: (businessId: string, conversationId: string) => Promise<string | null>;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** The views must know the messages. @throws the reason of `signal` */
export type ConversationAnalyst = (
  businessId: string,
  episode: Episode,
  settings: AnalysisTask,
  signal: AbortSignal,
) => Promise<Analysed<ConversationFindings>>;

const INTRODUCTION = [
  'You analyse messages between a business and a customer after both have fallen silent.',
  'The next message is the transcript: the messages have numbers. Lines without a number are earlier messages, for your understanding alone: cite none of them, and find nothing in them.',
];

export const createConversationAnalyst =
  (deps: ConversationAnalystDeps): ConversationAnalyst =>
  async (businessId, episode, settings, signal) => {
    const { views, modelOf, installationTimeZone, logger, limits } = deps;
    const { conversationId } = episode;
    const { earlier, messages } = views.episodeMessages(episode, { limit: MAX_TURNS, before: EARLIER });
    const last = messages.at(-1);
    if (last === undefined || !messages.some(({ direction }) => direction === 'inbound'))
      return { type: 'failed', failure: 'transcript_missing' };
    const read = { conversationId, messages, readAt: deps.now() };
    const memory = settings.remembers === true ? await recollection(deps, businessId, read) : null;
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
        ...(memory === null ? {} : { memory }),
      },
      signal,
      onFailed,
      limits,
    );
  };

/** Null: the person is no known contact, or one that is deleted or blocked. */
const recollection = async (
  { views, contactOf }: Pick<ConversationAnalystDeps, 'views' | 'contactOf'>,
  businessId: string,
  {
    conversationId,
    messages,
    readAt,
  }: {
    readonly conversationId: string;
    readonly messages: readonly EpisodeMessage[];
    readonly readAt: number;
  },
): Promise<Recollection | null> => {
  const named = await contactOf(businessId, conversationId);
  const contact = named === null ? null : views.currentContact(businessId, named);
  if (contact === null || contact.communicationBlocked) return null;
  return {
    contactId: contact.id,
    conversation: { conversationId, lastAt: messages.at(-1)?.at ?? readAt, readAt },
    turns: messages.map(({ direction, at }) => ({
      side: direction === 'inbound' ? 'customer' : 'business',
      at,
    })),
    openPromises: views.newestEntries(businessId, contact.id, {
      kind: 'promise',
      before: messages[0]?.at ?? readAt,
      count: MAX_OPEN_PROMISES,
    }),
  };
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
