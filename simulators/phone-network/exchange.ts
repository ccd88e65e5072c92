/** The state of the network: the behaviour of its callees, and its calls. */
import { randomUUID } from 'node:crypto';
import { createNetworkClock, type NetworkClock } from './audio/clock.js';
import { createNetworkLateness, type NetworkLateness } from './audio/lateness.js';
import type { CallRequest } from './call-facts.js';
import { type CalleeScript, calleeByNumber, type MixPart, pickFrom } from './callee.js';
import type { NetworkDialect } from './network-dialect.js';
import { type SimulatedCall, startCall } from './simulated-call.js';
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
  /** By sid. */
  readonly calls: Map<string, PlacedCall>;
  readonly callsTo: Map<string, readonly PlacedCall[]>;
  /** Numbers whose first call was refused, as their script demands. */
  readonly refusedOnce: Set<string>;
  readonly load: { up: number; peak: number; placed: number };
}

/** An exchange without scripts and calls. Its clock runs until it is stopped. */
export const createExchange = (
  accountSid: string,
  authToken: string,
  numbers: ReadonlySet<string> | null = null,
): Exchange => ({
  accountSid,
  authToken,
  numbers,
  clock: createNetworkClock(),
  lateness: createNetworkLateness(),
  scripts: new Map(),
  mix: [],
  calls: new Map(),
  callsTo: new Map(),
  refusedOnce: new Set(),
  load: { up: 0, peak: 0, placed: 0 },
});

/** Whether the account may call from the number, E.164. */
export const mayCallFrom = ({ numbers }: Exchange, number: string): boolean =>
  numbers === null || numbers.has(number);

/** The script of the callee at a number. */
export const scriptFor = ({ scripts, mix }: Exchange, number: string): CalleeScript =>
  scripts.get(number) ?? (mix.length > 0 ? pickFrom(mix, Math.random()) : calleeByNumber(number));

/** Places a call with a new sid that begins with `letters`. */
export const placeCall = (
  exchange: Exchange,
  script: CalleeScript,
  dialect: NetworkDialect,
  request: Omit<CallRequest, 'sid' | 'accountSid'>,
  letters = 'CA',
): SimulatedCall => {
  const { accountSid, clock, lateness, calls, callsTo, load } = exchange;
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
    { script, clock, lateness, report, scriptOf, dialect },
  );
  const placed = { call, callbacks };
  calls.set(sid, placed);
  callsTo.set(request.to, [...(callsTo.get(request.to) ?? []), placed]);
  return call;
};
