/** A call of the simulated network as others see it, the history of its line, and what it needs. */
import type { NetworkClock } from './audio/clock.js';
import type { PlayedSpan, StreamStats } from './audio/earpiece.js';
import type { NetworkLateness } from './audio/lateness.js';
import type { CallRecording } from './audio/recorder.js';
import type { CallFacts, CallNotice, CallStatus } from './call-facts.js';
import type { CalleeScript, Step } from './callee.js';
import type { SpokenSentence } from './callee-voice.js';
import type { Dialled, DialStatus } from './dialling.js';
import type { NetworkDialect } from './network-dialect.js';
import type { PersonSenses } from './person/senses.js';
import type { Verb } from './verbs.js';

/** One attempt to stream the call's audio, on the call's clock (ms since the answer). */
export interface StreamSpan {
  readonly askedAtMs: number;
  /** Null: refused, or not open yet. */
  readonly openedAtMs: number | null;
  readonly closedAtMs: number | null;
  /** RFC 6455 section 7.4.1; 1006: cut without a close frame. */
  readonly code: number | null;
}

/** The party that ended an answered call; `document`: it ran out because no further stream could be opened. */
export type Ender = 'callee' | 'caller' | 'document';

/** The history of the line, as the network knows it. */
export interface CallHistory {
  /** The caller ID that the phone showed, E.164. */
  readonly from: string;
  /** The zero of the call's clock, ms since the epoch; null before the answer. */
  readonly answeredAt: number | null;
  readonly streams: readonly StreamSpan[];
  readonly said: readonly SpokenSentence[];
  /** The transfers of the callee that have ended, in order. */
  readonly dialled: readonly Dialled[];
  readonly endedBy: Ender | null;
  /** ms since the epoch. */
  readonly endedAt: number | null;
}

export interface SimulatedCall extends CallFacts {
  readonly createdAt: number;
  readonly stats: StreamStats;
  readonly played: readonly PlayedSpan[];
  readonly streams: () => number;
  readonly history: () => CallHistory;
  /** False if the call had already ended. */
  hangUp(): boolean;
  /** Replaces the document of an answered call; false if the call is not answered or has ended. */
  redirect(verbs: readonly Verb[]): boolean;
  /** Dials another phone for an answered call, whose stream continues meanwhile. */
  dial(number: string, from: string, timeoutMs: number): Promise<DialStatus>;
  /** Adds steps to the callee. */
  direct(steps: readonly Step[]): void;
  readonly recordings: readonly CallRecording[];
  /** Records an answered call from now on; null if it is not answered or has ended. */
  record(): CallRecording | null;
  readonly notices: readonly CallNotice[];
  /** For a process that is shutting down. */
  abort(): void;
}

/** What a call needs of its network. */
export interface CallDeps {
  readonly script: CalleeScript;
  readonly clock: NetworkClock;
  readonly lateness: NetworkLateness;
  /** Of callees that talk without a script; null: they follow their steps. */
  readonly senses: PersonSenses | null;
  /** Reports a status to the other side. */
  readonly report: (call: SimulatedCall, status: CallStatus) => void;
  /** The script of a phone that the callee is transferred to. */
  readonly scriptOf: (number: string) => CalleeScript;
  readonly dialect: NetworkDialect;
}
