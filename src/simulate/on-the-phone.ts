/** A conversation over the whole audio path: on the simulated network, a customer listens, waits for silence and speaks. */
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '../../schemas/json.js';
import { isTerminal } from '../../schemas/voice-call.js';
import type { Conversation, Line, Problem } from './conversation.js';
import { noiseOf } from './noise.js';
import type { NextLine, Persona } from './persona.js';
import type { SimulatedCustomer } from './scenario.js';
import type { SimulationService } from './service.js';
import type { Speak } from './voices.js';

const LOOK_EVERY_MS = 200;
/** How long the agent must have been silent before a polite customer speaks, ms. */
const POLITE_MS = 500;
/** When the agent's text has not grown for this long, the customer answers it, ms. */
const SETTLED_MS = 600;
/** The customer hangs up on an agent that says nothing for this long, ms. */
const NO_ANSWER_MS = 20_000;
/** A customer with nothing more to say listens for this long, so that the agent can hang up, ms. */
const LEAVES_MS = 3_000;
const MOST_CALL_MS = 600_000;

export interface PhoneOptions {
  readonly service: SimulationService;
  readonly agentId: string;
  /** E.164; no other call has the number at that time. */
  readonly number: string;
  readonly customer: SimulatedCustomer;
  readonly persona: Persona;
  readonly speak: Speak;
  readonly mostTurns: number;
}

/** A call as the API describes it. */
interface Seen {
  readonly status: string;
  readonly endReason: string | null;
  readonly isSettled: boolean;
  readonly lines: readonly Line[];
  readonly answerMs: readonly number[];
}

/** Never rejects because of what the agent does. @throws Error if the simulators or the API fail */
export const talkOnThePhone = async (options: PhoneOptions): Promise<Conversation> => {
  const { service, agentId, number, customer } = options;
  const noise = customer.noise === undefined ? '' : base64(noiseOf(customer.noise));
  const script = { ringMs: 300, steps: [], noise };
  await service.control('network', 'PUT', `callees/${encodeURIComponent(number)}`, script);
  const started = await service.api('POST', '/api/v1/voice/calls', { agentId, toNumber: number });
  const callId = isRecord(started) ? String(started.callId) : '';
  const problem = await converse(options, callId);
  const end = await lookUntil(service, callId, ({ isSettled }) => isSettled, NO_ANSWER_MS);
  const { lines, endReason, answerMs } = end ?? (await look(service, callId));
  const unended: Problem = { of: 'simulation', text: 'the call did not end' };
  return { lines, endReason, answerMs, problem: end === null ? unended : problem };
};

/** Runs until either side hangs up. */
const converse = async (options: PhoneOptions, callId: string): Promise<Problem | null> => {
  const { service, persona, mostTurns } = options;
  const begun = performance.now();
  let answered = 0;
  let isLeaving = false;
  for (let turn = 0; performance.now() - begun < MOST_CALL_MS; turn += 1) {
    const patienceMs = isLeaving ? LEAVES_MS : NO_ANSWER_MS;
    const heard = await whatIsToAnswer(service, callId, answered, patienceMs);
    if (heard === 'over') return null;
    if (heard === 'silent') {
      await hangUp(service, callId);
      return isLeaving ? null : { of: 'agent', text: `the agent said nothing for ${patienceMs / 1_000} s` };
    }
    answered = charactersHeard(heard);
    const next: NextLine | null = isLeaving || turn >= mostTurns ? null : await persona(heard);
    if (next !== null) await say(options, callId, next.text);
    isLeaving = next?.isGoodbye ?? true;
  }
  await hangUp(service, callId);
  return { of: 'agent', text: `the call went on for more than ${MOST_CALL_MS / 60_000} minutes` };
};

/** Waits until the customer has heard more than `answered` characters, from the agent or a human, and no more follow. */
const whatIsToAnswer = async (
  service: SimulationService,
  callId: string,
  answered: number,
  patienceMs: number,
): Promise<readonly Line[] | 'over' | 'silent'> => {
  let last = '';
  let since = performance.now();
  for (;;) {
    const { lines, isSettled, status } = await look(service, callId);
    if (isSettled || isTerminal(status)) return 'over';
    const now = performance.now();
    const told = JSON.stringify(lines);
    if (told !== last) {
      last = told;
      since = now;
    }
    if (charactersHeard(lines) > answered && now - since >= SETTLED_MS) return lines;
    if (now - since > patienceMs) return 'silent';
    await delay(LOOK_EVERY_MS);
  }
};

const charactersHeard = (lines: readonly Line[]): number =>
  lines.reduce((sum, { speaker, text }) => (speaker === 'customer' ? sum : sum + text.length), 0);

const say = async (
  { service, customer, speak }: PhoneOptions,
  callId: string,
  text: string,
): Promise<void> => {
  const audio = base64(await speak(customer, text));
  await direct(service, callId, [{ afterSilenceMs: POLITE_MS, do: { type: 'say', audio, text } }]);
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const hangUp = (service: SimulationService, callId: string): Promise<void> =>
  direct(service, callId, [{ do: { type: 'hang_up' } }]);

const direct = async (
  service: SimulationService,
  callId: string,
  steps: readonly object[],
): Promise<void> => {
  const known = await service.control('network', 'GET', 'calls');
  const calls = isRecord(known) && Array.isArray(known.calls) ? known.calls.filter(isRecord) : [];
  const call = calls.find(({ statusCallback }) => String(statusCallback).includes(callId));
  if (call === undefined) throw new Error('the simulated network does not know the call');
  await service.control('network', 'POST', `calls/${String(call.sid)}/steps`, steps);
};

const lookUntil = async (
  service: SimulationService,
  callId: string,
  wanted: (seen: Seen) => boolean,
  withinMs: number,
): Promise<Seen | null> => {
  for (let waited = 0; waited < withinMs; waited += LOOK_EVERY_MS) {
    const seen = await look(service, callId);
    if (wanted(seen)) return seen;
    await delay(LOOK_EVERY_MS);
  }
  return null;
};

const look = async (service: SimulationService, callId: string): Promise<Seen> => {
  const detail = await service.api('GET', `/api/v1/voice/calls/${callId}`);
  const { call, transcript, diagnostics } = isRecord(detail) ? detail : {};
  const { status, endReason } = isRecord(call) ? call : {};
  const { timeline, turns } = isRecord(diagnostics) ? diagnostics : {};
  const events = recordsIn(timeline).map(({ event }) => event);
  return {
    status: String(status),
    endReason: typeof endReason === 'string' ? endReason : null,
    isSettled: events.includes('call.settled'),
    lines: recordsIn(transcript).map(({ speaker, text }) => ({
      speaker: speaker === 'customer' || speaker === 'human' ? speaker : 'agent',
      text: String(text),
    })),
    answerMs: recordsIn(turns).flatMap(({ latencies }) =>
      isRecord(latencies) && typeof latencies.firstFrameMs === 'number' ? [latencies.firstFrameMs] : [],
    ),
  };
};

const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
