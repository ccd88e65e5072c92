/** A conversation over the whole audio path: on the simulated network, a customer listens, waits for silence and speaks. */
import { setTimeout as delay } from 'node:timers/promises';
import { noiseOf } from '../../../media/rehearsal/noise.js';
import type { NextLine, Persona } from '../../../operations/simulations/persona.js';
import { isTerminal } from '../../../schemas/calls/voice-call.js';
import { isRecord } from '../../../schemas/json.js';
import type {
  RehearsalProblem,
  RehearsedConversation,
  RehearsedLine,
} from '../../../schemas/simulations/conversation.js';
import type { SimulatedCustomer } from '../../../schemas/simulations/customer.js';
import type { SimulationService } from '../service.js';
import type { Speak } from './sound.js';

const POLL_MS = 200;
/** How long the agent must have been silent before a polite customer speaks, ms. */
const POLITE_MS = 500;
/** When the agent's text has not grown for this long, the customer answers it, ms. */
const SETTLED_MS = 600;
/** The customer hangs up on an agent that says nothing for this long, ms. */
const NO_ANSWER_MS = 20_000;
/** A customer with nothing more to say listens for this long, so that the agent can hang up, ms. */
const GOODBYE_TIMEOUT_MS = 3_000;
const MAX_CALL_MS = 600_000;

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
interface CallState {
  readonly status: string;
  readonly endReason: string | null;
  readonly isSettled: boolean;
  readonly lines: readonly RehearsedLine[];
  readonly answerMs: readonly number[];
}

/** Never rejects because of what the agent does. @throws Error if the simulators or the API fail */
export const talkOnThePhone = async (options: PhoneOptions): Promise<RehearsedConversation> => {
  const { service, agentId, number, customer } = options;
  const noise = customer.noise === undefined ? '' : base64(noiseOf(customer.noise));
  const script = { ringMs: 300, steps: [], noise };
  await service.control('network', 'PUT', `callees/${encodeURIComponent(number)}`, script);
  const started = await service.api('POST', '/api/v1/voice/calls', { agentId, toNumber: number });
  const callId = isRecord(started) ? String(started.callId) : '';
  const problem = await converse(options, callId);
  const end = await pollUntil(service, callId, ({ isSettled }) => isSettled, NO_ANSWER_MS);
  const { lines, endReason, answerMs } = end ?? (await readCall(service, callId));
  const notEnded: RehearsalProblem = { of: 'simulation', text: 'the call did not end' };
  return {
    lines: [...lines],
    toolUses: [],
    endReason,
    answerMs: [...answerMs],
    problem: end === null ? notEnded : problem,
  };
};

/** Runs until either side hangs up. */
const converse = async (options: PhoneOptions, callId: string): Promise<RehearsalProblem | null> => {
  const { service, persona, mostTurns } = options;
  const startedAt = performance.now();
  let answered = 0;
  let isLeaving = false;
  for (let turn = 0; performance.now() - startedAt < MAX_CALL_MS; turn += 1) {
    const timeoutMs = isLeaving ? GOODBYE_TIMEOUT_MS : NO_ANSWER_MS;
    const heard = await untilAgentSpoke(service, callId, answered, timeoutMs);
    if (heard === 'ended') return null;
    if (heard === 'silent') {
      await hangUp(service, callId);
      return isLeaving ? null : { of: 'agent', text: `the agent said nothing for ${timeoutMs / 1_000} s` };
    }
    answered = charactersHeard(heard);
    const next: NextLine | null = isLeaving || turn >= mostTurns ? null : await persona(heard);
    if (next !== null) await say(options, callId, next.text);
    isLeaving = next?.isGoodbye ?? true;
  }
  await hangUp(service, callId);
  return { of: 'agent', text: `the call lasted more than ${MAX_CALL_MS / 60_000} minutes` };
};

/** Waits until the customer has heard more than `answered` characters, from the agent or a human, and no more follow. */
const untilAgentSpoke = async (
  service: SimulationService,
  callId: string,
  answered: number,
  timeoutMs: number,
): Promise<readonly RehearsedLine[] | 'ended' | 'silent'> => {
  let last = '';
  let since = performance.now();
  for (;;) {
    const { lines, isSettled, status } = await readCall(service, callId);
    if (isSettled || isTerminal(status)) return 'ended';
    const now = performance.now();
    const current = JSON.stringify(lines);
    if (current !== last) {
      last = current;
      since = now;
    }
    if (charactersHeard(lines) > answered && now - since >= SETTLED_MS) return lines;
    if (now - since > timeoutMs) return 'silent';
    await delay(POLL_MS);
  }
};

const charactersHeard = (lines: readonly RehearsedLine[]): number =>
  lines.reduce((sum, { speaker, text }) => (speaker === 'customer' ? sum : sum + text.length), 0);

const say = async (
  { service, customer, speak }: PhoneOptions,
  callId: string,
  text: string,
): Promise<void> => {
  const audio = base64(await speak(customer, text));
  await addSteps(service, callId, [{ afterSilenceMs: POLITE_MS, do: { type: 'say', audio, text } }]);
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const hangUp = (service: SimulationService, callId: string): Promise<void> =>
  addSteps(service, callId, [{ do: { type: 'hang_up' } }]);

const addSteps = async (
  service: SimulationService,
  callId: string,
  steps: readonly object[],
): Promise<void> => {
  const response = await service.control('network', 'GET', 'calls');
  const calls = isRecord(response) && Array.isArray(response.calls) ? response.calls.filter(isRecord) : [];
  const call = calls.find(({ statusCallback }) => String(statusCallback).includes(callId));
  if (call === undefined) throw new Error('the simulated network does not know the call');
  await service.control('network', 'POST', `calls/${String(call.sid)}/steps`, steps);
};

const pollUntil = async (
  service: SimulationService,
  callId: string,
  isReached: (state: CallState) => boolean,
  withinMs: number,
): Promise<CallState | null> => {
  for (let waited = 0; waited < withinMs; waited += POLL_MS) {
    const state = await readCall(service, callId);
    if (isReached(state)) return state;
    await delay(POLL_MS);
  }
  return null;
};

const readCall = async (service: SimulationService, callId: string): Promise<CallState> => {
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
