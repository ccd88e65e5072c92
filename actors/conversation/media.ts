/** Decisions of a conversation about customers' media: it is fetched, with increasing delays between attempts. */
import { assertNever } from '../../schemas/assert.js';
import { RECEIVED_MEDIA_BYTES } from '../../schemas/conversations/media.js';
import { failureWith } from '../../schemas/errors.js';
import type { AwaitedForAnswer, MediaOutcome } from './commands.js';
import type { ConversationEvent, InboundContent } from './events.js';
import type { ConversationState } from './state.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delay after each attempt, ms; there is none after the last. A provider keeps media for days. */
const WAITS_MS: readonly number[] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
/** Most media of one conversation being fetched at a time. */
const MAX_AWAITED = 100;

/** Whether a message carries media that is fetched and stored. */
export const keepsMedia = ({ type, media }: InboundContent): boolean =>
  media !== null && Object.hasOwn(RECEIVED_MEDIA_BYTES, type);

/** Whether a message is a voice note that an agent is about to answer. */
export const transcribes = (content: InboundContent, replyAt: number | null): boolean =>
  content.type === 'audio' && replyAt !== null && keepsMedia(content);

/** Types of media that an answer may depend on: a model can look at them. */
const SEEN: ReadonlySet<string> = new Set(['image', 'sticker']);

/** What an answer may wait for at this moment. Media that is fetched again later is not waited for. */
export const awaitedForAnswer = ({ media, notes }: ConversationState): AwaitedForAnswer => {
  const coming = media.filter(({ retryAt }) => retryAt === null);
  if (notes.length > 0 || coming.some((file) => file.transcribes)) return 'words';
  return coming.some(({ type }) => SEEN.has(type)) ? 'files' : 'nothing';
};

/** The immediate event for the media of a received message: none, or a failure if there is too much media. */
export const mediaReceived = (
  { media }: ConversationState,
  messageId: string,
  content: InboundContent,
): readonly ConversationEvent[] =>
  keepsMedia(content) && media.length >= MAX_AWAITED
    ? [{ type: 'media.failed', messageId, failure: failureWith('media_too_many') }]
    : [];

export const mediaEnded = (
  { media }: ConversationState,
  messageId: string,
  attempt: number,
  outcome: MediaOutcome,
  at: number,
): readonly ConversationEvent[] => {
  const awaited = media.find((file) => file.messageId === messageId);
  if (awaited === undefined || awaited.attempt !== attempt || awaited.retryAt !== null) return [];
  switch (outcome.is) {
    case 'kept': {
      const { is: _is, ...facts } = outcome;
      return [{ type: 'media.kept', messageId, ...facts }];
    }
    case 'refused':
      return [{ type: 'media.failed', messageId, failure: outcome.failure }];
    case 'postponed': {
      const waitMs = WAITS_MS[attempt - 1];
      return waitMs === undefined
        ? [{ type: 'media.failed', messageId, failure: failureWith('media_unavailable') }]
        : [{ type: 'media.postponed', messageId, retryAt: at + waitMs, code: outcome.code }];
    }
    default:
      return assertNever(outcome);
  }
};

export const mediaDue = ({ media }: ConversationState, at: number): readonly ConversationEvent[] =>
  media.flatMap(({ messageId, attempt, retryAt }): readonly ConversationEvent[] =>
    retryAt !== null && retryAt <= at ? [{ type: 'media.due', messageId, attempt: attempt + 1 }] : [],
  );
