/**
 * The customer on a call in virtual time: listens, waits for silence and speaks, or interrupts, pauses and coughs by their
 * behaviours. Whatever happens by chance is drawn by the seed.
 */
import type { NextLine, Persona, PersonaLine } from '../../operations/simulations/persona.js';
import type { RehearsalProblem } from '../../schemas/simulations/conversation.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { VirtualClock } from './clock.js';
import type { Microphone } from './microphone.js';
import { CUSTOMER_DBFS } from './misheard.js';
import type { Draw } from './random.js';
import { cough } from './spoken-audio.js';
import type { Talker } from './talker.js';

/** How long the agent must have been silent before a polite customer speaks, ms. */
const POLITE_MS = 600;
/** The same while the agent's answer or tool is still on its way, ms. */
const PATIENT_MS = 4_000;
/** Without a greeting the customer speaks first, after this silence, ms. */
const SPEAKS_FIRST_MS = 1_000;
/** The customer hangs up on an agent that says nothing for this long, ms. */
const NO_ANSWER_MS = 20_000;
/** A customer with nothing more to say listens for this long, so that the agent can hang up, ms. */
const GOODBYE_MS = 3_000;
/** A longer call has gone wrong, ms. */
const MAX_CALL_MS = 600_000;
/** How far into the agent's answer an interruption or a cough begins, ms. */
const INTO_ANSWER_MS = [500, 1_700] as const;

type State =
  | { readonly type: 'listening'; readonly sinceMs: number }
  /** `interrupts`: the line is spoken whatever the agent does. */
  | { readonly type: 'thinking'; readonly interrupts: boolean }
  | { readonly type: 'speaking'; readonly untilMs: number; readonly isGoodbye: boolean }
  | { readonly type: 'leaving'; readonly sinceMs: number }
  | { readonly type: 'gone'; readonly problem: RehearsalProblem | null };

export interface CustomerDeps {
  readonly clock: VirtualClock;
  readonly customer: SimulatedCustomer;
  readonly persona: Persona;
  readonly microphone: Microphone;
  readonly talker: Talker;
  readonly draw: Draw;
  readonly mostTurns: number;
  /** Whether the agent speaks first. */
  readonly agentBegins: boolean;
  /** The conversation as the customer knows it. */
  readonly lines: () => readonly PersonaLine[];
  /** Whether the agent still works on something: an answer or a tool. */
  readonly isAgentBusy: () => boolean;
}

export interface CustomerOnCall {
  /** Lives through one frame; `isAgentHeard`: whether the agent was heard in it. */
  step(isAgentHeard: boolean): void;
  /** Resolves once the customer knows what to say; null: they are not thinking. */
  thinking(): Promise<void> | null;
  /** Set once the customer has hung up. */
  left(): { readonly problem: RehearsalProblem | null } | null;
}

/** @throws Error from `thinking` if the persona's model fails */
export const createCustomer = (deps: CustomerDeps): CustomerOnCall => {
  const { clock, customer, draw, microphone, mostTurns, persona, talker } = deps;
  const begunMs = clock.now();
  let state: State = { type: 'listening', sinceMs: begunMs };
  let thought: Promise<void> | null = null;
  let next: NextLine | null = null;
  let turns = 0;
  let heardAt: number | null = null;
  /** Since the customer last spoke. */
  let hasAnswered = false;
  let interruptsAt: number | null = null;

  const silentMs = (): number => clock.now() - (heardAt ?? begunMs);

  const leave = (): void => {
    state = { type: 'leaving', sinceMs: clock.now() };
  };

  const think = (interrupts: boolean): void => {
    interruptsAt = null;
    if (turns >= mostTurns) return leave();
    state = { type: 'thinking', interrupts };
    thought = persona(deps.lines()).then((line) => {
      next = line;
      thought = null;
    });
    thought.catch(() => undefined);
  };

  const speak = ({ text, isGoodbye }: NextLine): void => {
    turns += 1;
    hasAnswered = false;
    interruptsAt = null;
    state = { type: 'speaking', untilMs: clock.now() + talker.say(text), isGoodbye };
  };

  /** The agent begins an answer: the customer may not let it finish, or cough meanwhile. */
  const onAnswerBegins = (): void => {
    const intoMs = (): number => draw.between(...INTO_ANSWER_MS);
    if (draw.happens(customer.interrupts ?? 0)) interruptsAt = clock.now() + intoMs();
    if (draw.happens(customer.coughs ?? 0)) microphone.add('sound', cough(CUSTOMER_DBFS), intoMs());
  };

  const listen = (sinceMs: number): void => {
    const now = clock.now();
    if (interruptsAt !== null && now >= interruptsAt) {
      // The agent may be between two words.
      if (silentMs() < POLITE_MS) return think(true);
      interruptsAt = null;
    }
    const politeMs = deps.isAgentBusy() ? PATIENT_MS : POLITE_MS;
    if (hasAnswered && silentMs() >= politeMs) return think(false);
    const beginsMs = deps.agentBegins || heardAt !== null || turns > 0 ? NO_ANSWER_MS : SPEAKS_FIRST_MS;
    if (hasAnswered || now - sinceMs < beginsMs) return;
    if (beginsMs === SPEAKS_FIRST_MS) return think(false);
    const text = `the agent said nothing for ${NO_ANSWER_MS / 1_000} s`;
    state = { type: 'gone', problem: { of: 'agent', text } };
  };

  const act = (): void => {
    const now = clock.now();
    switch (state.type) {
      case 'listening':
        return listen(state.sinceMs);
      case 'thinking':
        if (thought !== null) return;
        if (next === null) return leave();
        // The agent may have begun to speak again in the meantime: a polite customer lets it finish.
        if (!state.interrupts && silentMs() < POLITE_MS) return;
        return speak(next);
      case 'speaking':
        if (now < state.untilMs) return;
        if (state.isGoodbye) return leave();
        state = { type: 'listening', sinceMs: now };
        return;
      case 'leaving':
        if (Math.min(silentMs(), now - state.sinceMs) >= GOODBYE_MS && !deps.isAgentBusy())
          state = { type: 'gone', problem: null };
        return;
      case 'gone':
        return;
    }
  };

  return {
    step: (isAgentHeard) => {
      const now = clock.now();
      if (isAgentHeard) {
        // In the customer's own speech, the agent is only about to stop.
        if (!hasAnswered && state.type === 'listening') {
          hasAnswered = true;
          onAnswerBegins();
        }
        heardAt = now;
      }
      if (now - begunMs >= MAX_CALL_MS) {
        const text = `the call lasted more than ${MAX_CALL_MS / 60_000} minutes`;
        state = { type: 'gone', problem: { of: 'agent', text } };
      }
      act();
    },
    thinking: () => thought,
    left: () => (state.type === 'gone' ? state : null),
  };
};
