/** A conversation in writing, over the simulated WhatsApp. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Persona } from '../../../operations/simulations/persona.js';
import { isRecord } from '../../../schemas/json.js';
import type {
  RehearsalProblem,
  RehearsedConversation,
  RehearsedLine,
} from '../../../schemas/simulations/conversation.js';
import type { SimulationService } from '../service.js';

const POLL_MS = 200;
/** An agent that has written nothing for this long has finished its answer, ms. */
const SETTLED_MS = 1_500;
const NO_ANSWER_MS = 60_000;
/** How long the agent's reply to a goodbye is awaited, ms. */
const GOODBYE_TIMEOUT_MS = 10_000;
/** In writing, the customer begins: without a line of their own, they greet the agent. */
const FIRST_WORDS = 'Hello';

export interface WritingOptions {
  readonly service: SimulationService;
  /** Id of the business's account at the simulated WhatsApp. */
  readonly accountId: string;
  /** Digits of the customer's mobile number, which no other customer has. */
  readonly from: string;
  readonly persona: Persona;
  readonly mostTurns: number;
}

/** @throws Error if the simulator fails */
export const talkInWriting = async (options: WritingOptions): Promise<RehearsedConversation> => {
  const { service, accountId, from, persona, mostTurns } = options;
  const lines: RehearsedLine[] = [];
  let answers = 0;
  let problem: RehearsalProblem | null = null;
  for (let turn = 0; turn < mostTurns && problem === null; turn += 1) {
    const next = (await persona(lines)) ?? (turn === 0 ? { text: FIRST_WORDS, isGoodbye: false } : null);
    if (next === null) break;
    const { text, isGoodbye } = next;
    lines.push({ speaker: 'customer', text });
    await service.control('meta', 'POST', 'messages', { accountId, from, text, name: 'Customer' });
    const timeoutMs = isGoodbye ? GOODBYE_TIMEOUT_MS : NO_ANSWER_MS;
    const answered = await answersAfter(service, from, answers, timeoutMs);
    answers += answered.length;
    lines.push(...answered.map((each) => ({ speaker: 'agent', text: each }) as const));
    if (isGoodbye) break;
    if (answered.length === 0)
      problem = { of: 'agent', text: `the agent wrote nothing within ${NO_ANSWER_MS / 1_000} s` };
  }
  return { lines, toolUses: [], endReason: null, answerMs: [], problem };
};

/** The agent's messages since then; empty if none arrives in time. */
const answersAfter = async (
  service: SimulationService,
  to: string,
  knownCount: number,
  timeoutMs: number,
): Promise<readonly string[]> => {
  let count = knownCount;
  let since = performance.now();
  const startedAt = since;
  for (;;) {
    const texts = await writtenTo(service, to);
    const now = performance.now();
    if (texts.length > count) {
      count = texts.length;
      since = now;
    }
    if (count > knownCount && now - since >= SETTLED_MS) return texts.slice(knownCount);
    if (count === knownCount && now - startedAt > timeoutMs) return [];
    await delay(POLL_MS);
  }
};

const writtenTo = async (service: SimulationService, customer: string): Promise<readonly string[]> => {
  const answer = await service.control('meta', 'GET', 'sent');
  const sent = isRecord(answer) && Array.isArray(answer.sent) ? answer.sent.filter(isRecord) : [];
  return sent.flatMap(({ to, body }) => {
    const text = isRecord(body) && isRecord(body.text) ? body.text.body : undefined;
    return to === customer && typeof text === 'string' ? [text] : [];
  });
};
