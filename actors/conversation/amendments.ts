/**
 * Customers change messages, or take them back. A channel may deliver that before the message itself, twice, and out of order.
 *
 * A1. The latest amendment of a message counts, and after a revocation nothing.
 * A2. An amendment that arrives before its message is applied once that arrives.
 * A3. An agent that has not begun its answer answers no message that was taken back (state.ts).
 */
import type { ConversationCommand } from './commands.js';
import type { AmendedEvent } from './events.js';
import type { ConversationState } from './state.js';

/** A1 */
export const amend = (
  { amended, received }: ConversationState,
  command: Extract<ConversationCommand, { readonly type: 'amend' }>,
): readonly AmendedEvent[] => {
  const { amendment, originalId, messageId, at, onlyKnown = false } = command;
  if (onlyKnown && !received.includes(originalId)) return [];
  const before = amended.find((applied) => applied.originalId === originalId);
  if (before?.type === 'message.revoked') return [];
  if (amendment.kind === 'revoked') return [{ type: 'message.revoked', messageId, originalId, at }];
  return before !== undefined && before.at >= at
    ? []
    : [{ type: 'message.edited', messageId, originalId, at, text: amendment.text }];
};

/** The amendment that arrived before its message, to be applied after it. A2 */
export const amendmentBefore = (
  { amended }: ConversationState,
  providerMessageId: string,
): AmendedEvent | null => amended.find(({ originalId }) => originalId === providerMessageId) ?? null;
