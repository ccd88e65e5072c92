/** A media thread's access to the main thread: to a call's actor, Data Sources, tools and provider lists. */
import type { CallOfMedia } from '../../media/call-of-media.js';
import type { ToolsOfCalls } from '../../media/tools.js';
import type { OwnList } from '../../operations/providers/own-lists.js';
import { STOP_CONTACTING } from '../../operations/tools/stop-contacting-tool.js';
import type { Passage } from '../../providers/llm/language-model.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import { DomainError } from '../../schemas/errors.js';
import type { MediaAnswer, MediaQuestion } from './messages.js';

/** No caller waits longer than this for an actor; a question without an answer by then is retried, ms. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Longer than the main thread may take to list a call's tools, ms. */
const TOOLS_TIMEOUT_MS = 3_500;
/** Longer than a tool's own timeout, ms. */
const TOOL_TIMEOUT_MS = 31_000;
/** Longer than callers wait for provider lists, ms. */
const LISTS_TIMEOUT_MS = 2_000;
/** A reply does not wait longer than this for its background, ms. */
const KNOWLEDGE_TIMEOUT_MS = 1_000;

export interface MainThread {
  callOf(businessId: string, callId: string): CallOfMedia;
  /** Empty if it takes too long. */
  knowledge(sourceIds: readonly string[], question: KnowledgeQuestion): Promise<readonly Passage[]>;
  readonly tools: ToolsOfCalls;
  /** The lists with their credentials. @throws DomainError if it takes too long */
  listsFor(businessId: string, agentId: string | null): Promise<readonly OwnList[]>;
  /** Takes an answer of the main thread. */
  answered(answer: MediaAnswer): void;
}

const unexpected = ({ type }: MediaAnswer): Error =>
  new Error(`the main thread answered with ${type}, which does not match the question`);

const NO_ANSWER = {
  outcome: 'unknown',
  result: 'The tool did not answer in time. It is unknown whether the action was done.',
} as const;

/** `ask` sends a question; the answers arrive through {@link MainThread.answered}. */
export const createMainThread = (ask: (question: MediaQuestion) => void): MainThread => {
  const waiting = new Map<number, (answer: MediaAnswer) => void>();
  let lastId = 0;

  const answerTo = (
    numbered: (id: number) => MediaQuestion,
    withinMs = ANSWER_TIMEOUT_MS,
  ): Promise<MediaAnswer> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new DomainError('journal_unavailable'));
      }, withinMs);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
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
      send: async (command, commandId) => {
        const answer = await answerTo((id) => ({
          type: 'command',
          id,
          businessId,
          callId,
          command,
          commandId,
        }));
        if (answer.type !== 'command_done') throw unexpected(answer);
        return answer.ended;
      },
      get: async () => {
        const answer = await answerTo((id) => ({ type: 'get', id, businessId, callId }));
        if (answer.type !== 'call') throw unexpected(answer);
        return answer.call;
      },
    }),
    knowledge: (sourceIds, question) =>
      orDefault([], async () => {
        const answer = await answerTo(
          (id) => ({ type: 'knowledge', id, sourceIds, question }),
          KNOWLEDGE_TIMEOUT_MS,
        );
        if (answer.type !== 'passages') throw unexpected(answer);
        return answer.passages;
      }),
    tools: {
      of: (businessId, agentId) =>
        orDefault([STOP_CONTACTING], async () => {
          const answer = await answerTo(
            (id) => ({ type: 'tools', id, businessId, agentId }),
            TOOLS_TIMEOUT_MS,
          );
          if (answer.type !== 'tools') throw unexpected(answer);
          return answer.tools;
        }),
      use: (use) =>
        orDefault(NO_ANSWER, async () => {
          const answer = await answerTo((id) => ({ type: 'use_tool', id, use }), TOOL_TIMEOUT_MS);
          if (answer.type !== 'tool_used') throw unexpected(answer);
          return answer.answer;
        }),
    },
    listsFor: async (businessId, agentId) => {
      const answer = await answerTo(
        (id) => ({ type: 'providers', id, businessId, agentId }),
        LISTS_TIMEOUT_MS,
      );
      if (answer.type !== 'providers') throw unexpected(answer);
      return answer.lists;
    },
    answered: (answer) => waiting.get(answer.id)?.(answer),
  };
};

/** The answer of the main thread, or `fallback` if the main thread refuses or does not answer in time. */
const orDefault = async <T>(fallback: T, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) return fallback;
    throw error;
  }
};
