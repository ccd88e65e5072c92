/** A recorded call as what the customer said and what the agent answered. Pure. */
import type { CallDetail } from '../turns/timeline.js';

/** What the agent said until the customer spoke again. */
interface Answer {
  readonly texts: readonly string[];
  /** Where it is in the recording, ms; null: it is not known. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface Exchange {
  /** Null: what was said before the customer said anything. */
  readonly customer: string | null;
  readonly answer: Answer;
}

/** Turns of the customer that are compared; a written test reads the latest 20 messages. */
export const MOST_TURNS = 40;
/** Characters of a message to the agent, as the API limits them. */
const MOST_CHARACTERS = 4_000;
/** Characters of a text that is spoken, as the API limits them. */
const MOST_SPOKEN = 1_000;

/** In order. Sentences that the customer says before an answer are one turn; what a colleague said is part of neither. */
export const exchangesOf = ({ transcript }: Pick<CallDetail, 'transcript'>): readonly Exchange[] => {
  const exchanges: {
    customer: string | null;
    texts: string[];
    fromMs: number | null;
    toMs: number | null;
  }[] = [];
  for (const { speaker, text, audioOffsetMs, audioEndOffsetMs } of transcript) {
    const last = exchanges.at(-1);
    if (speaker === 'customer') {
      if (last !== undefined && last.customer !== null && last.texts.length === 0)
        last.customer = `${last.customer} ${text}`.slice(0, MOST_CHARACTERS);
      else exchanges.push({ customer: text.slice(0, MOST_CHARACTERS), texts: [], fromMs: null, toMs: null });
    } else if (speaker === 'assistant') {
      const exchange = last ?? { customer: null, texts: [], fromMs: null, toMs: null };
      if (last === undefined) exchanges.push(exchange);
      exchange.texts.push(text);
      exchange.fromMs ??= audioOffsetMs;
      exchange.toMs = audioEndOffsetMs ?? exchange.toMs;
    }
  }
  return exchanges.map(({ customer, texts, fromMs, toMs }) => ({
    customer,
    answer: { texts, fromMs, toMs },
  }));
};

/** The sentences that the version answers, at most {@link MOST_TURNS}. */
export const customerTurnsOf = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.flatMap(({ customer }) => (customer === null ? [] : [customer])).slice(0, MOST_TURNS);

/** The part of an answer that is spoken: up to the end of a sentence if it is too long. */
export const spokenPartOf = (text: string): string => {
  if (text.length <= MOST_SPOKEN) return text;
  const part = text.slice(0, MOST_SPOKEN);
  const end = Math.max(part.lastIndexOf('. '), part.lastIndexOf('? '), part.lastIndexOf('! '));
  return end === -1 ? part : part.slice(0, end + 1);
};
