/**
 * What a conversation decides about messages of ours that the provider tells: those that we sent are known by the
 * provider's id, or, while nobody knows that, by what they say; the others a human typed in the channel's app.
 *
 * A human who answers takes this conversation over, and no other one: a conversation has one owner (docs/contract.md
 * "Who answers"), and the account's `humanHandoffActive` would silence the agent for everybody. It lasts until the account is handed back
 * (`humanHandoffActive: false`), or for as long as a window after their last answer.
 */
import { DomainError } from '../../schemas/errors.js';
import type { ConversationCommand } from './commands.js';
import type { ConversationEvent } from './events.js';
import type { ConversationState, Waiting } from './state.js';

type Echo = Extract<ConversationCommand, { readonly type: 'echo' }>;

/** How long a conversation is a human's after their last answer, ms. */
export const HUMAN_MS = 24 * 60 * 60 * 1_000;

/** Whether a human owns the conversation at this moment. */
export const isHumans = ({ humanAt }: ConversationState, handedBackAt: number, at: number): boolean =>
  humanAt !== null && humanAt > handedBackAt && at - humanAt < HUMAN_MS;

/** Providers may trim what they are given. */
const sameWords = (one: string, other: string | null): boolean =>
  other !== null && one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();

const mayHaveLeft = ({ phase }: Waiting): boolean => phase.type !== 'queued';

/** Ours, as far as that can be told now; null: a human's. @throws DomainError not_ready while it cannot be told */
const oursIn = (state: ConversationState, { providerMessageId, content }: Echo): string | null => {
  const { taken, outbox, account } = state;
  const reported = taken.find((message) => message.providerMessageId === providerMessageId);
  if (reported !== undefined) return reported.messageId;
  // WhatsApp tells only what was typed in its app.
  if (account?.channel !== 'instagram' || content.type !== 'text') return null;
  const sending = outbox.find(
    (message) =>
      mayHaveLeft(message) &&
      message.content.type === 'text' &&
      sameWords(message.content.text, content.text),
  );
  if (sending !== undefined) return sending.messageId;
  // Its id is about to be learnt: the provider brings the echo again.
  if (outbox[0]?.phase.type === 'asking') throw new DomainError('not_ready');
  return (
    taken.find(({ repeated }) => repeated !== null && sameWords(repeated, content.text))?.messageId ?? null
  );
};

/** `superseded`: what an agent has not sent yet is not sent any more. */
export const echoed = (
  state: ConversationState,
  echo: Echo,
  superseded: readonly ConversationEvent[],
): readonly ConversationEvent[] => {
  const { providerMessageId, messageId, sentAt, recipient, content } = echo;
  if (state.received.includes(providerMessageId)) return [];
  const ours = oursIn(state, echo);
  if (ours !== null) {
    const reported = state.taken.find((message) => message.messageId === ours)?.reported ?? {};
    if (reported.sent !== undefined || reported.failed !== undefined) return [];
    const progress = { progress: 'sent', at: sentAt, failure: null } as const;
    return [{ type: 'message.progressed', messageId: ours, providerMessageId, ...progress }];
  }
  const { channel, accountId, address, contactId } = echo;
  return [
    ...(state.account === null
      ? [{ type: 'conversation.opened', channel, accountId, address } as const]
      : []),
    ...(state.contactId === null && contactId !== null
      ? [{ type: 'conversation.linked', contactId } as const]
      : []),
    ...superseded,
    { type: 'message.echoed', messageId, providerMessageId, sentAt, recipient, content },
  ];
};
