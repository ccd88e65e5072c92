/** The timers of a conversation: the next attempt of a message or of media, and the debounced answer. */
import type { ConversationState } from './state.js';

export const timers = ({
  outbox: [head],
  reply,
  media,
}: ConversationState): Readonly<Record<string, number>> => ({
  ...(head?.phase.type === 'postponed' ? { retry: head.phase.retryAt } : {}),
  ...(reply !== null && !reply.composing ? { reply: reply.dueAt } : {}),
  ...nextMedia(media),
});

const nextMedia = (media: ConversationState['media']): Readonly<Record<string, number>> => {
  const times = media.flatMap(({ retryAt }) => (retryAt === null ? [] : [retryAt]));
  return times.length === 0 ? {} : { media: Math.min(...times) };
};
