/** The next line of a simulated customer: from a list, or made up by a model. */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { LanguageModel, ModelRequest } from '../../providers/llm/language-model.js';
import type { RehearsedLine } from '../../schemas/simulations/conversation.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { SimulationChannel } from '../../schemas/simulations/scenario.js';
import { ADVERSARIES } from './adversaries.js';

export interface NextLine {
  readonly text: string;
  /** The customer has said goodbye, and needs no answer. */
  readonly isGoodbye: boolean;
}

/** A line of the conversation so far. */
export type PersonaLine = Pick<RehearsedLine, 'speaker' | 'text'>;

/** Null: the customer has nothing more to say. */
export type Persona = (heard: readonly PersonaLine[]) => Promise<NextLine | null>;

const NEXT_LINE_MS = 30_000;
const HANGS_UP = '[hangs up]';
const MOST_CHARACTERS = 600;
/** In writing, the customer begins. */
const BEGINNING = '(You write first. Write your first message.)';

const task = (
  { persona = 'An ordinary customer.', adversarial }: Pick<SimulatedCustomer, 'persona' | 'adversarial'>,
  where: SimulationChannel,
): string =>
  [
    `You play a customer who ${where === 'voice' ? 'is called by a business and talks on the telephone' : 'writes messages to a business'}.`,
    `Who you are and what you want: ${persona}`,
    ...(adversarial === undefined ? [] : [ADVERSARIES[adversarial].instructions]),
    'Say only what the customer says next: one or two short sentences, plain words, no stage directions, never the part of the business.',
    `Once you have what you want, or it is clear that you will not get it, say goodbye and end with ${HANGS_UP}.`,
  ].join('\n');

/** What a persona needs beside its description. */
export interface PersonaDeps {
  /** Null: no customer has a persona. */
  readonly model: LanguageModel | null;
  /** Called with the tokens of each line. */
  readonly onUsage?: ModelRequest['onUsage'];
}

/** The customer of one conversation. @throws Error if a persona has to be played and there is no model */
export const createPersona = (
  customer: Pick<SimulatedCustomer, 'persona' | 'lines' | 'adversarial'>,
  where: SimulationChannel,
  { model, onUsage }: PersonaDeps,
): Persona => {
  if (customer.persona === undefined) return sayLines(linesOf(customer));
  if (model === null) throw new Error('a persona needs a model');
  const usage = onUsage === undefined ? {} : { onUsage };
  return async (heard) => {
    // The model plays the customer, so for the model the agent is the user.
    const turns = heard.map(
      ({ speaker, text }) =>
        ({ role: speaker === 'customer' ? 'assistant' : 'user', content: text }) as const,
    );
    const messages = [
      { role: 'system', content: task(customer, where) } as const,
      ...(turns.length > 0 ? turns : [{ role: 'user', content: BEGINNING } as const]),
    ];
    let reply = '';
    const events = model.respond({ messages, tools: [], ...usage }, timeoutSignal(NEXT_LINE_MS));
    for await (const event of events) if (event.type === 'text') reply += event.text;
    const isGoodbye = reply.includes(HANGS_UP);
    const text = reply.replaceAll(HANGS_UP, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
    return text === '' ? null : { text, isGoodbye };
  };
};

const linesOf = ({
  lines,
  adversarial,
}: Pick<SimulatedCustomer, 'lines' | 'adversarial'>): readonly string[] =>
  lines ?? (adversarial === undefined ? [] : ADVERSARIES[adversarial].lines);

const sayLines = (lines: readonly string[]): Persona => {
  let next = 0;
  return async () => {
    next += 1;
    const text = lines[next - 1];
    return text === undefined ? null : { text, isGoodbye: false };
  };
};
