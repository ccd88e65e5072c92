/**
 * The vectors of customers' questions.
 *
 * It guarantees:
 * Q1. A text that was embedded ahead, at the likely end of a turn, is not requested again if it turns out to be the question. Case and
 *     punctuation do not count, because the final transcript has more of them.
 * Q2. A caller waits no longer than it says, and never sees a failure: without a vector, words alone decide.
 * Q3. After {@link FAILURES} failures in a row nothing is requested for {@link PAUSE_MS}: a provider that is down does not cost each
 *     answer its wait.
 * Q4. At most {@link MOST_KEPT} vectors are kept, each for {@link KEEP_MS}, and at most {@link MOST_OPEN} requests are open.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { Embedder } from '../../providers/embeddings/embedder.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import type { QuestionVectors } from '../../views/data-sources/text.js';
import type { WeightedVector } from '../../views/data-sources/vectors.js';

/** How the vectors of a question came about: requested ahead, in time, too late, failed, or not requested (Q3, Q4). */
export type QuestionOutcome = 'ahead' | 'in_time' | 'late' | 'failed' | 'skipped';

export interface QuestionEmbeddings {
  /** Requests the vectors of a likely question. Never throws. */
  ahead(question: KnowledgeQuestion): void;
  /** Null: there is none within `waitMs`. Never throws. */
  vectorsOf(question: KnowledgeQuestion, waitMs: number): Promise<QuestionVectors | null>;
}

export interface QuestionEmbeddingsDeps {
  readonly embedder: Embedder;
  /** ms, monotonic. */
  readonly now: () => number;
  readonly count: (outcome: QuestionOutcome) => void;
  readonly onFailed: (error: unknown) => void;
}

const MOST_KEPT = 500;
const KEEP_MS = 60_000;
const MOST_OPEN = 32;
const FAILURES = 3;
const PAUSE_MS = 10_000;
/** A request that takes longer is of no use to anyone, ms. */
const REQUEST_MS = 5_000;
/** How much the question with what was said before it counts beside the question alone. */
const CONTEXT_WEIGHT = 0.5;
/** Characters of a text that are embedded; of longer ones the end. */
const MAX_CHARACTERS = 1_500;

/** Null: the request failed. */
type Pending = Promise<Float32Array | null>;

interface Kept {
  readonly vector: Pending;
  readonly at: number;
}

/** Q1 */
const keyOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

/** The texts to embed: the question, and the question in its context, because "how much is that?" means nothing alone. */
const textsOf = ({ text, before }: KnowledgeQuestion): readonly string[] =>
  [[text], before.length === 0 ? [] : [...before, text]]
    .map((parts) => parts.join('\n').slice(-MAX_CHARACTERS))
    .filter((part) => keyOf(part) !== '');

export const createQuestionEmbeddings = (deps: QuestionEmbeddingsDeps): QuestionEmbeddings => {
  const { embedder, now, count, onFailed } = deps;
  const kept = new Map<string, Kept>();
  let open = 0;
  let failures = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const request = async (texts: readonly string[]): Promise<readonly Float32Array[] | null> => {
    open += 1;
    try {
      const vectors = await embedder.embed(texts, 'question', timeoutSignal(REQUEST_MS));
      failures = 0;
      return vectors;
    } catch (error) {
      failures += 1;
      if (failures >= FAILURES) pausedUntil = now() + PAUSE_MS; // Q3
      onFailed(error);
      return null;
    } finally {
      open -= 1;
    }
  };

  /** Q4 */
  const forget = (): void => {
    for (const [key, { at }] of kept) if (kept.size > MOST_KEPT || now() > at + KEEP_MS) kept.delete(key);
  };

  /** The vector of each text; absent: it is not requested. */
  const vectorsFor = (texts: readonly string[]): readonly (Kept | undefined)[] => {
    forget();
    const missing = texts.filter((text) => !kept.has(keyOf(text)));
    if (missing.length > 0 && open < MOST_OPEN && now() >= pausedUntil) {
      const answer = request(missing);
      for (const [index, text] of missing.entries()) {
        const key = keyOf(text);
        const vector = answer.then((vectors) => vectors?.[index] ?? null);
        const entry: Kept = { vector, at: now() };
        kept.set(key, entry);
        void vector.then((found) => {
          // A failure is not remembered: the next question may succeed.
          if (found === null && kept.get(key) === entry) kept.delete(key);
        });
      }
    }
    return texts.map((text) => kept.get(keyOf(text)));
  };

  return {
    ahead: (question) => void vectorsFor(textsOf(question)),
    vectorsOf: async (question, waitMs) => {
      const texts = textsOf(question);
      const wasAhead = texts.every((text) => kept.has(keyOf(text)));
      const entries = vectorsFor(texts);
      const [first] = entries;
      if (first === undefined) {
        count('skipped');
        return null;
      }
      const timeout = new AbortController();
      const late = delay(waitMs, 'late' as const, { signal: timeout.signal }).catch(() => 'late' as const);
      const found = await Promise.all(
        entries.map(async (entry, index): Promise<WeightedVector | 'late' | null> => {
          if (entry === undefined) return null;
          const vector = await Promise.race([entry.vector, late]);
          if (vector === null || vector === 'late') return vector;
          return { vector, weight: index === 0 ? 1 : CONTEXT_WEIGHT };
        }),
      );
      timeout.abort();
      const vectors = found.filter((each) => each !== null && each !== 'late');
      if (vectors.length > 0) count(wasAhead ? 'ahead' : 'in_time');
      else count(found.includes('late') ? 'late' : 'failed');
      return vectors.length === 0 ? null : { model: embedder.name, vectors };
    },
  };
};
