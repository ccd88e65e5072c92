/** The state of the network: the behaviour of its callees, and its calls. */
import { randomUUID } from 'node:crypto';
import { createNetworkClock, type NetworkClock } from './audio/clock.js';
import { createNetworkLateness, type NetworkLateness } from './audio/lateness.js';
import type { CallRequest } from './call-facts.js';
import type { SimulatedCall } from './call-history.js';
import { type CalleeScript, calleeByNumber, type MixPart, pickFrom, type UsualCallee } from './callee.js';
import type { NetworkDialect } from './network-dialect.js';
import type { PersonSenses } from './person/senses.js';
import { startCall } from './simulated-call.js';
import { createCallbacks, type SentCallback } from './status-callbacks.js';

const ENDED: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

/** A call and its sent callbacks. */
export interface PlacedCall {
  readonly call: SimulatedCall;
  readonly callbacks: readonly SentCallback[];
}

export interface Exchange {
  readonly accountSid: string;
  /** Signs the callbacks. */
  readonly authToken: string;
  /** The caller IDs that the account may use, E.164; null: every number. */
  readonly numbers: ReadonlySet<string> | null;
  readonly clock: NetworkClock;
  readonly lateness: NetworkLateness;
  /** By number. */
  readonly scripts: Map<string, CalleeScript>;
  /** The behaviour of callees without a script; empty: by their number. */
  mix: readonly MixPart[];
  /** What numbers do that have neither a script nor a meaning. */
  readonly usual: UsualCallee;
  /** Voices and hearing of callees that talk; null: they are silent. */
  readonly senses: PersonSenses | null;
  /** By sid. */
  readonly calls: Map<string, PlacedCall>;
  readonly callsTo: Map<string, readonly PlacedCall[]>;
  /** Numbers whose first call was refused, as their script demands. */
  readonly refusedOnce: Set<string>;
  readonly load: { up: number; peak: number; placed: number };
}

export interface ExchangeOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** E.164; absent: the account may use every number. */
  readonly numbers?: readonly string[];
  /** Default: `silent`. */
  readonly usual?: UsualCallee;
  /** Default: null. */
  readonly senses?: PersonSenses | null;
}

/** An exchange without scripts and calls. Its clock runs until it is stopped. */
export const createExchange = ({
  accountSid,
  authToken,
  numbers,
  usual = 'silent',
  senses = null,
}: ExchangeOptions): Exchange => ({
  accountSid,
  authToken,
  numbers: numbers === undefined ? null : new Set(numbers),
  clock: createNetworkClock(),
  lateness: createNetworkLateness(),
  scripts: new Map(),
  mix: [],
  usual,
  senses,
  calls: new Map(),
  callsTo: new Map(),
  refusedOnce: new Set(),
  load: { up: 0, peak: 0, placed: 0 },
});

/** Whether the account may call from the number, E.164. */
export const mayCallFrom = ({ numbers }: Exchange, number: string): boolean =>
  numbers === null || numbers.has(number);

/** The script of the callee at a number. */
export const scriptFor = ({ scripts, mix, usual }: Exchange, number: string): CalleeScript =>
  scripts.get(number) ?? (mix.length > 0 ? pickFrom(mix, Math.random()) : calleeByNumber(number, usual));

/** Places a call with a new sid that begins with `letters`. */
export const placeCall = (
  exchange: Exchange,
  script: CalleeScript,
  dialect: NetworkDialect,
  request: Omit<CallRequest, 'sid' | 'accountSid'>,
  letters = 'CA',
): SimulatedCall => {
  const { accountSid, clock, lateness, senses, calls, callsTo, load } = exchange;
  const callbacks: SentCallback[] = [];
  const sendCallback = createCallbacks(dialect, script, callbacks);
  const report: typeof sendCallback = (reported, status) => {
    if (ENDED.has(status)) load.up -= 1;
    sendCallback(reported, status);
  };
  load.up += 1;
  load.placed += 1;
  load.peak = Math.max(load.peak, load.up);
  const sid = `${letters}${randomUUID().replaceAll('-', '')}`;
  const scriptOf = (number: string): CalleeScript => scriptFor(exchange, number);
  const call = startCall(
    { sid, accountSid, ...request },
    { script, clock, lateness, senses, report, scriptOf, dialect },
  );
  const placed = { call, callbacks };
  calls.set(sid, placed);
  callsTo.set(request.to, [...(callsTo.get(request.to) ?? []), placed]);
  return call;
};
