/** The main thread, as a media thread asks it: for a call's actor, and for what Data Sources say. */
import type { CallOfMedia } from '../../media/call-media.js';
import { DomainError } from '../../schemas/errors.js';
import type { MediaAnswer, MediaQuestion } from './messages.js';

/** An actor is asked for longer than this by nobody; what is not answered by then is put again, ms. */
const ANSWER_MS = 20_000;
/** A reply is not kept waiting for its background, ms. */
const KNOWLEDGE_MS = 1_000;

export interface MainThread {
  callOf(businessId: string, callId: string): CallOfMedia;
  /** Empty where it takes too long. */
  knowledge(sourceIds: readonly string[], question: string): Promise<readonly string[]>;
  /** Takes what the main thread has answered. */
  answered(answer: MediaAnswer): void;
}

const unexpected = ({ type }: MediaAnswer): Error =>
  new Error(`the main thread answered with ${type}, which was not asked for`);

/** `ask` sends a question; the answers come through {@link MainThread.answered}. */
export const createMainThread = (ask: (question: MediaQuestion) => void): MainThread => {
  const waiting = new Map<number, (answer: MediaAnswer) => void>();
  let asked = 0;

  const answerTo = (numbered: (id: number) => MediaQuestion, withinMs = ANSWER_MS): Promise<MediaAnswer> =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      const late = setTimeout(() => {
        waiting.delete(id);
        reject(new DomainError('journal_unavailable'));
      }, withinMs);
      waiting.set(id, (answer) => {
        clearTimeout(late);
        waiting.delete(id);
        if (answer.type !== 'refused') resolve(answer);
        else reject(new DomainError(answer.code, answer.message, answer.details, answer.retryAfterSeconds));
      });
      ask(numbered(id));
    });

  return {
    callOf: (businessId, callId) => ({
      attach: async (attachmentId, carrierCallId, commandId) => {
        const answer = await answerTo((id) => ({
          type: 'attach',
          id,
          businessId,
          callId,
          attachmentId,
          carrierCallId,
          commandId,
        }));
        if (answer.type !== 'attached') throw unexpected(answer);
        return answer.media;
      },
      tell: async (command, commandId) => {
        const answer = await answerTo((id) => ({ type: 'tell', id, businessId, callId, command, commandId }));
        if (answer.type !== 'told') throw unexpected(answer);
        return answer.ended;
      },
      get: async () => {
        const answer = await answerTo((id) => ({ type: 'get', id, businessId, callId }));
        if (answer.type !== 'call') throw unexpected(answer);
        return answer.call;
      },
    }),
    knowledge: async (sourceIds, question) => {
      try {
        const answer = await answerTo((id) => ({ type: 'knowledge', id, sourceIds, question }), KNOWLEDGE_MS);
        if (answer.type !== 'passages') throw unexpected(answer);
        return answer.passages;
      } catch (error) {
        if (error instanceof DomainError) return [];
        throw error;
      }
    },
    answered: (answer) => waiting.get(answer.id)?.(answer),
  };
};
