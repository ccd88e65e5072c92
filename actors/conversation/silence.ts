/**
 * Silence: a conversation has no end of its own, so it is analysed when both sides were silent for a time
 * that the business chose.
 *
 * L1. An episode begins with a message of the customer, and ends once, when neither side has written for that time.
 * L2. What our side writes prolongs an episode, and begins none.
 * L3. The analysis of an episode is requested until that is noted, and holds up no message.
 */
import type { ConversationEvent } from './events.js';
import type { ConversationState } from './state.js';

/** When the episode ends unless a message comes, ms since the epoch; null: there is none. */
export const silentAt = ({ episode }: Pick<ConversationState, 'episode'>): number | null =>
  episode === null ? null : episode.lastAt + episode.silenceMs;

/** L1 */
export const silenceDue = (state: ConversationState, at: number): readonly ConversationEvent[] => {
  const due = silentAt(state);
  if (state.episode === null || due === null || due > at) return [];
  const { firstMessageId, lastMessageId } = state.episode;
  return [{ type: 'conversation.fell_silent', firstMessageId, lastMessageId }];
};

/** L3 */
export const silenceNoted = (
  { silences }: ConversationState,
  firstMessageId: string,
): readonly ConversationEvent[] =>
  silences.some((silence) => silence.firstMessageId === firstMessageId)
    ? [{ type: 'conversation.silence_noted', firstMessageId }]
    : [];

/** The episode after a message of the customer. A reaction or a comment neither begins nor prolongs one. L1 */
export const episodeAfterReceived = (
  { episode }: ConversationState,
  { messageId, opensWindow, silenceMs }: Extract<ConversationEvent, { readonly type: 'message.received' }>,
  at: number,
): ConversationState['episode'] => {
  if (silenceMs === undefined) return null;
  if (!opensWindow) return episode;
  const firstMessageId = episode?.firstMessageId ?? messageId;
  return { firstMessageId, lastMessageId: messageId, silenceMs, lastAt: at };
};

/** L2 */
export const episodeAfterSent = (
  { episode }: ConversationState,
  messageId: string,
  at: number,
): ConversationState['episode'] =>
  episode === null ? null : { ...episode, lastMessageId: messageId, lastAt: at };

/** What a silence, or its note, changes. L3 */
export const afterSilence = (
  { silences, episode }: ConversationState,
  event: Extract<
    ConversationEvent,
    { readonly type: 'conversation.fell_silent' | 'conversation.silence_noted' }
  >,
): Pick<ConversationState, 'episode' | 'silences'> => {
  const { firstMessageId } = event;
  if (event.type === 'conversation.silence_noted')
    return { episode, silences: silences.filter((silence) => silence.firstMessageId !== firstMessageId) };
  const { lastMessageId } = event;
  return { episode: null, silences: [...silences, { firstMessageId, lastMessageId }] };
};
