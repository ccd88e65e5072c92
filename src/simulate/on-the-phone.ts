/** A conversation over the whole audio path: the simulated network calls a customer who hears, waits for silence and speaks. */
import { setTimeout as delay } from 'node:timers/promises';
import { encodeMulaw } from '../../providers/speech/g711.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import { isRecord } from '../../schemas/json.js';
import type { Conversation, Line } from './conversation.js';
import type { Persona } from './persona.js';
import type { SimulatedCustomer } from './scenario.js';
import type { SimulationService } from './service.js';

const LOOK_EVERY_MS = 200;
/** How long the agent has been silent before the customer speaks, ms; somebody polite. */
const POLITE_MS = 500;
/** What the agent says has not grown for this long: it is what there is to answer, ms. */
const SETTLED_MS = 600;
/** An agent that says nothing for this long is hung up on, ms. */
const NO_ANSWER_MS = 20_000;
const MOST_CALL_MS = 600_000;
const NOISE_S = 4;

export interface PhoneOptions {
  readonly service: SimulationService;
  readonly agentId: string;
  /** E.164; nobody else's at that time. */
  readonly number: string;
  readonly customer: SimulatedCustomer;
  readonly persona: Persona;
  readonly voices: Synthesiser;
  readonly mostTurns: number;
}

/** What the API tells of a call. */
interface Seen {
  readonly status: string;
  readonly endReason: string | null;
  readonly isSettled: boolean;
  readonly lines: readonly Line[];
  readonly answerMs: readonly number[];
}

/** Never rejects for what the agent does. @throws Error when the simulators or the API fail */
export const talkOnThePhone = async (options: PhoneOptions): Promise<Conversation> => {
  const { service, agentId, number, customer } = options;
  const noise = customer.noise === undefined ? '' : noiseOf(customer.noise);
  const script = { ringMs: 300, steps: [], noise };
  await service.control('network', 'PUT', `callees/${encodeURIComponent(number)}`, script);
  const started = await service.api('POST', '/api/v1/voice/calls', { agentId, toNumber: number });
  const callId = isRecord(started) ? String(started.callId) : '';
  const problem = await converse(options, callId);
  const end = await lookUntil(service, callId, ({ isSettled }) => isSettled, NO_ANSWER_MS);
  const { lines, endReason, answerMs } = end ?? (await look(service, callId));
  return { lines, endReason, answerMs, problem: end === null ? 'the call did not end' : problem };
};

/** Until somebody hangs up. Gives what went wrong; null: nothing. */
const converse = async (options: PhoneOptions, callId: string): Promise<string | null> => {
  const { service, persona, mostTurns } = options;
  const begun = performance.now();
  let answered = 0;
  for (let turn = 0; performance.now() - begun < MOST_CALL_MS; turn += 1) {
    const heard = await whatIsToAnswer(service, callId, answered);
    if (heard === 'over') return null;
    if (heard === 'silent') {
      await hangUp(service, callId);
      return `the agent said nothing for ${NO_ANSWER_MS / 1_000} s`;
    }
    answered = charactersOfAgent(heard);
    const next = turn < mostTurns ? await persona(heard) : null;
    if (next === null) {
      await hangUp(service, callId);
      return null;
    }
    await say(options, callId, next);
  }
  await hangUp(service, callId);
  return 'the call went on for too long';
};

/** Waits until the agent has said more than was `answered`, and has stopped. */
const whatIsToAnswer = async (
  service: SimulationService,
  callId: string,
  answered: number,
): Promise<readonly Line[] | 'over' | 'silent'> => {
  let last = '';
  let since = performance.now();
  for (;;) {
    const { lines, isSettled, status } = await look(service, callId);
    if (isSettled || !LIVE.has(status)) return 'over';
    const now = performance.now();
    const told = JSON.stringify(lines);
    if (told !== last) {
      last = told;
      since = now;
    }
    if (charactersOfAgent(lines) > answered && now - since >= SETTLED_MS) return lines;
    if (now - since > NO_ANSWER_MS) return 'silent';
    await delay(LOOK_EVERY_MS);
  }
};

const charactersOfAgent = (lines: readonly Line[]): number =>
  lines.reduce((sum, { speaker, text }) => (speaker === 'agent' ? sum + text.length : sum), 0);

const LIVE: ReadonlySet<string> = new Set(['queued', 'ringing', 'answered', 'cancelling']);

const say = async (
  { service, customer, voices }: PhoneOptions,
  callId: string,
  text: string,
): Promise<void> => {
  const pieces: Buffer[] = [];
  const request = { text, voiceId: customer.voice ?? 'flite:rms', language: 'en' };
  for await (const { mulaw } of voices.synthesise(request, AbortSignal.timeout(NO_ANSWER_MS)))
    pieces.push(Buffer.from(mulaw));
  const audio = Buffer.concat(pieces).toString('base64');
  await direct(service, callId, [{ afterSilenceMs: POLITE_MS, do: { type: 'say', audio, text } }]);
};

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
  if (call !== undefined) await service.control('network', 'POST', `calls/${String(call.sid)}/steps`, steps);
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
      speaker: speaker === 'customer' ? 'customer' : 'agent',
      text: String(text),
    })),
    answerMs: recordsIn(turns).flatMap(({ latencies }) =>
      isRecord(latencies) && typeof latencies.firstFrameMs === 'number' ? [latencies.firstFrameMs] : [],
    ),
  };
};

const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Some seconds of it, µ-law in base64: the network plays them again and again. */
const noiseOf = ({ kind, dbfs }: NonNullable<SimulatedCustomer['noise']>): string => {
  // The same noise for everybody: what differs between runs is the agent.
  let state = 4_711;
  let slow = 0;
  const level = 32_768 * 10 ** (dbfs / 20);
  const pcm = Int16Array.from({ length: NOISE_S * 8_000 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const white = (state / 2 ** 31 - 1) * Math.sqrt(3);
    slow += (white - slow) / 16;
    // A mean over 16 samples has a fifth of the amplitude.
    return Math.max(-32_768, Math.min(32_767, level * (kind === 'white' ? white : 5.5 * slow)));
  });
  return Buffer.from(encodeMulaw(pcm)).toString('base64');
};
