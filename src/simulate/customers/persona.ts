/** The next line of a simulated customer: from a list, or made up by a model. */
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import type { Line } from '../conversation.js';
import type { Scenario, SimulatedCustomer } from '../scenario.js';

export interface NextLine {
  readonly text: string;
  /** The customer has said goodbye, and needs no answer. */
  readonly isGoodbye: boolean;
}

/** Null: the customer has nothing more to say. */
export type Persona = (heard: readonly Line[]) => Promise<NextLine | null>;

const NEXT_LINE_MS = 30_000;
const HANGS_UP = '[hangs up]';
const MOST_CHARACTERS = 600;
/** In writing, the customer begins. */
const BEGINNING = '(You write first. Write your first message.)';

const task = (persona: string, where: Scenario['channel']): string =>
  [
    `You play a customer who ${where === 'voice' ? 'is called by a business and talks on the telephone' : 'writes messages to a business'}.`,
    `Who you are and what you want: ${persona}`,
    'Say only what the customer says next: one or two short sentences, plain words, no stage directions, never the part of the business.',
    `Once you have what you want, or it is clear that you will not get it, say goodbye and end with ${HANGS_UP}.`,
  ].join('\n');

/** The customer of one conversation. @throws Error if a persona has to be played and there is no model */
export const createPersona = (
  { persona, lines = [] }: Pick<SimulatedCustomer, 'persona' | 'lines'>,
  where: Scenario['channel'],
  model: LanguageModel | null,
): Persona => {
  if (persona === undefined) {
    let next = 0;
    return async () => {
      next += 1;
      const text = lines[next - 1];
      return text === undefined ? null : { text, isGoodbye: false };
    };
  }
  if (model === null) throw new Error('a persona needs a model');
  return async (heard) => {
    // The model plays the customer, so for the model the agent is the user.
    const turns = heard.map(
      ({ speaker, text }) =>
        ({ role: speaker === 'customer' ? 'assistant' : 'user', content: text }) as const,
    );
    const messages = [
      { role: 'system', content: task(persona, where) } as const,
      ...(turns.length > 0 ? turns : [{ role: 'user', content: BEGINNING } as const]),
    ];
    let reply = '';
    const events = model.respond({ messages, tools: [] }, timeoutSignal(NEXT_LINE_MS));
    for await (const event of events) if (event.type === 'text') reply += event.text;
    const isGoodbye = reply.includes(HANGS_UP);
    const text = reply.replaceAll(HANGS_UP, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
    return text === '' ? null : { text, isGoodbye };
  };
};
