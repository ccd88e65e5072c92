/** Decisions of a conversation when the customer has ended or resumed contact. */
import type { ConversationCommand } from './commands.js';
import type { ConversationEvent } from './events.js';
import { type ConversationState, isKnown } from './state.js';

/** Queues the confirmation, which is sent even if the customer writes again. */
export const confirmConsent = (
  state: ConversationState,
  { messageId, wish, text, isRepeated }: Extract<ConversationCommand, { type: 'confirm_consent' }>,
): readonly ConversationEvent[] => {
  if (state.account === null || isKnown(state, messageId)) return [];
  if (isRepeated && state.confirmedConsent === wish) return [];
  const { channel, address } = state.account;
  return [
    {
      type: 'message.queued',
      messageId,
      author: 'agent',
      recipient: channel === 'whatsapp' ? `+${address}` : address,
      content: { type: 'text', text },
      campaign: null,
      confirmsConsent: wish,
    },
  ];
};
