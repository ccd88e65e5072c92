/** The provider's answer to a message and its later reports on it (decide.ts, M2 and M4). */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { ConversationCommand, SendOutcome } from './commands.js';
import type { ConversationEvent } from './events.js';
import type { ConversationState } from './state.js';

/** Attempts after which a message that the provider keeps postponing has failed. */
const MAX_ATTEMPTS = 30;

export const ended = (
  state: ConversationState,
  messageId: string,
  attempt: number,
  outcome: SendOutcome,
  at: number,
): readonly ConversationEvent[] => {
  const message = state.outbox.find((waiting) => waiting.messageId === messageId);
  if (message === undefined || message.attempt !== attempt) return [];
  switch (outcome.is) {
    case 'accepted':
      return accepted(state, messageId, outcome, at);
    case 'refused':
      return [{ type: 'message.refused', messageId, failure: outcome.failure }];
    case 'unknown':
      return [{ type: 'message.outcome_unknown', messageId, attempt, silenceMs: outcome.silenceMs }];
    case 'postponed': {
      const { afterMs, code } = outcome;
      if (attempt < MAX_ATTEMPTS)
        return [{ type: 'message.postponed', messageId, retryAt: at + afterMs, code }];
      const failure = { code, message: 'The channel did not accept the message in time.' };
      return [{ type: 'message.refused', messageId, failure }];
    }
    default:
      return assertNever(outcome);
  }
};

/** Instagram reports nothing between its answer and the reading, so an accepted message counts as sent. */
const accepted = (
  { account }: ConversationState,
  messageId: string,
  { providerMessageId, knownAs }: Extract<SendOutcome, { readonly is: 'accepted' }>,
  at: number,
): readonly ConversationEvent[] => [
  { type: 'message.accepted', messageId, providerMessageId, ...(knownAs === undefined ? {} : { knownAs }) },
  ...(account?.channel === 'instagram'
    ? [
        {
          type: 'message.progressed',
          messageId,
          providerMessageId,
          progress: 'sent',
          at,
          failure: null,
        } as const,
      ]
    : []),
];

/**
 * Instagram identifies a message by its own id alone. While a message is being sent, or its outcome is unknown, a report
 * with an unknown id may be about it.
 */
const mayMatchSending = (
  { account, outbox: [head] }: ConversationState,
  { messageId, providerMessageId }: Extract<ConversationCommand, { type: 'report' }>,
): boolean =>
  account?.channel === 'instagram' &&
  (head?.phase.type === 'asking' || head?.phase.type === 'unknown') &&
  messageId === null &&
  providerMessageId !== null;

/** M4 */
export const report = (
  state: ConversationState,
  command: Extract<ConversationCommand, { type: 'report' }>,
): readonly ConversationEvent[] => {
  const { progress, at, failure, providerMessageId } = command;
  const sent = state.taken.find(
    (message) =>
      message.messageId === command.messageId ||
      (providerMessageId !== null && message.providerMessageId === providerMessageId),
  );
  const waiting = state.outbox.find(
    (message) => message.phase.type !== 'queued' && message.messageId === command.messageId,
  );
  const messageId = sent?.messageId ?? waiting?.messageId;
  if (messageId === undefined && mayMatchSending(state, command)) throw new DomainError('not_ready');
  const earlier = sent?.reported ?? {};
  if (messageId === undefined || earlier[progress] !== undefined) return [];
  // A late failure does not undo delivery or reading, and a failure is final.
  if (earlier.failed !== undefined) return [];
  if (progress === 'failed' && (earlier.delivered !== undefined || earlier.read !== undefined)) return [];
  const providerId = providerMessageId ?? sent?.providerMessageId ?? null;
  return [
    { type: 'message.progressed', messageId, providerMessageId: providerId, progress, at, failure, earlier },
  ];
};

/** M2 */
export const silent = (
  state: ConversationState,
  messageId: string,
  attempt: number,
): readonly ConversationEvent[] => {
  const [head] = state.outbox;
  if (head?.messageId !== messageId || head.attempt !== attempt || head.phase.type !== 'unknown') return [];
  return [{ type: 'message.submitted', messageId, attempt: attempt + 1 }];
};
