/**
 * The agent's phrases in languages that have none of ours: its model writes them, once for a language.
 *
 * It guarantees:
 * W1. A call does not wait for them: it gets them when they are there, or keeps what it has.
 * W2. At most {@link MAX_CACHED} answers are kept, by agent, so that no business gets the words of another one's model.
 *     A failure is kept for {@link RETRY_MS}, so that a model that cannot write them is not asked in every call.
 * W3. A phrase is one line of at most {@link MAX_PHRASE_CHARACTERS} characters with a letter in it; an answer with any
 *     other phrase is not used.
 */

import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { LanguageModel, ModelRequest } from '../../providers/llm/language-model.js';
import { unlessStalled, WRITTEN_LIMITS } from '../../providers/stalls.js';
import { isRecord } from '../../schemas/json.js';
import { oneLine } from '../../schemas/text.js';
import { type Phrases, phrasesFor } from '../speech/phrases.js';

/** Answers that are kept. */
const MAX_CACHED = 500;
/** Longest phrase, characters. */
export const MAX_PHRASE_CHARACTERS = 200;
/** How long a model may take, ms. */
const DEADLINE_MS = 10_000;
/** How long after a failure no model is asked again, ms. */
export const RETRY_MS = 600_000;
/** Longest answer, characters. */
const MAX_ANSWER_CHARACTERS = 4_000;

/** What a request for phrases needs. */
interface WrittenPhrasesRequest {
  readonly businessId: string;
  readonly agentId: string;
  /** BCP 47 */
  readonly language: string;
  /** The agent's models; each is asked until one has answered. */
  readonly models: readonly LanguageModel[];
  readonly onUsage: NonNullable<ModelRequest['onUsage']>;
}

export interface WrittenPhrases {
  /** Null: no model has written them. Never rejects. */
  of(request: WrittenPhrasesRequest): Promise<Phrases | null>;
}

interface Kept {
  readonly answer: Promise<Phrases | null>;
  /** ms; when it may be asked for again. */
  retryAt: number;
}

/** `now`: ms, monotonic. */
export const createWrittenPhrases = (now: () => number): WrittenPhrases => {
  const kept = new Map<string, Kept>();

  const keep = (key: string, entry: Kept): void => {
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
  };

  return {
    of: (request) => {
      const { businessId, agentId, language } = request;
      const key = JSON.stringify([businessId, agentId, language.toLowerCase()]);
      const before = kept.get(key);
      if (before !== undefined && now() < before.retryAt) {
        keep(key, before);
        return before.answer;
      }
      const entry: Kept = { answer: write(request), retryAt: Number.POSITIVE_INFINITY };
      keep(key, entry);
      void entry.answer.then((phrases) => {
        if (phrases === null) entry.retryAt = now() + RETRY_MS;
      });
      return entry.answer;
    },
  };
};

const write = async ({ language, models, onUsage }: WrittenPhrasesRequest): Promise<Phrases | null> => {
  const name = nameOf(language);
  if (name === null) return null;
  const signal = timeoutSignal(DEADLINE_MS);
  // Models that are silent on purpose follow a script, and write nothing of their own.
  for (const model of models.filter(({ isSilentOnPurpose }) => isSilentOnPurpose !== true)) {
    const phrases = await askFor(model, requestFor(name, onUsage), signal);
    if (phrases !== null) return phrases;
  }
  return null;
};

const nameOf = (language: string): string | null => {
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language);
    return name === undefined ? null : `${name} (${language})`;
  } catch {
    return null;
  }
};

const ENGLISH = phrasesFor('en');
const KEYS = ['nudge', 'closing', 'apology', 'filler', 'stillWorking', 'notUnderstood'] as const;

const requestFor = (language: string, onUsage: WrittenPhrasesRequest['onUsage']): ModelRequest => ({
  messages: [
    {
      role: 'system',
      content: [
        `Write these sentences in ${language}, as a native speaker says them to a customer in a polite telephone call.`,
        'They are read aloud as they are. Keep them as short as the English ones, address the customer formally if the language does, and avoid forms that depend on a gender.',
        'Answer with one JSON object that has the same keys.',
      ].join('\n'),
    },
    { role: 'user', content: JSON.stringify(ENGLISH) },
  ],
  tools: [],
  schema: {
    type: 'object',
    properties: Object.fromEntries(KEYS.map((key) => [key, { type: 'string' }])),
    required: KEYS,
    additionalProperties: false,
  },
  onUsage,
});

const askFor = async (
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Phrases | null> => {
  let text = '';
  try {
    const events = unlessStalled((stop) => model.respond(request, stop), signal, WRITTEN_LIMITS);
    for await (const event of events) {
      if (event.type === 'text') text += event.text;
      if (text.length > MAX_ANSWER_CHARACTERS || signal.aborted) return null;
    }
    // Some models put the object into a block of Markdown.
    return readPhrases(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch {
    // The call keeps its English phrases; a model that fails is noted where it answers the customer.
    return null;
  }
};

/** W3 */
const readPhrases = (value: unknown): Phrases | null => {
  if (!isRecord(value)) return null;
  const phraseAt = (key: (typeof KEYS)[number]): string => {
    const phrase = value[key];
    const text = typeof phrase === 'string' ? oneLine(phrase, MAX_PHRASE_CHARACTERS + 1).trim() : '';
    return text.length <= MAX_PHRASE_CHARACTERS && /\p{L}/u.test(text) ? text : '';
  };
  const phrases: Phrases = {
    nudge: phraseAt('nudge'),
    closing: phraseAt('closing'),
    apology: phraseAt('apology'),
    filler: phraseAt('filler'),
    stillWorking: phraseAt('stillWorking'),
    notUnderstood: phraseAt('notUnderstood'),
  };
  return Object.values(phrases).every((phrase) => phrase !== '') ? phrases : null;
};
