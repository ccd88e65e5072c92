/** Faults of providers, and the failure that every synthesiser reports for them. */
import type { FailureKind } from '../../../../providers/speech/synthesisers/failure.js';
import type { Behaviour } from '../../../../simulators/speech/faults.js';
import { TEST_DEADLINES } from './subjects.js';

interface FaultCase {
  readonly behaviour: Partial<Behaviour>;
  readonly kind: FailureKind;
  /** Whether audio comes first. */
  readonly isHeard: boolean;
  readonly withinMs: number;
  /** Connections or requests that are made: one more if a retry may help. */
  readonly attempts: number;
}

const { firstMs, betweenMs } = TEST_DEADLINES;

export const FAULTS: Readonly<Record<string, FaultCase>> = {
  'a rejected key': {
    behaviour: { fault: 'unauthorised' },
    kind: 'auth',
    isHeard: false,
    withinMs: 500,
    attempts: 1,
  },
  'throttling with a long Retry-After': {
    behaviour: { fault: 'throttled', retryAfterS: 60 },
    kind: 'rate',
    isHeard: false,
    withinMs: 500,
    attempts: 1,
  },
  'a service that is down': {
    behaviour: { fault: 'down' },
    kind: 'unavailable',
    isHeard: false,
    withinMs: 500,
    attempts: 2,
  },
  'a service that does not answer': {
    behaviour: { fault: 'mute' },
    kind: 'timeout',
    isHeard: false,
    withinMs: firstMs,
    attempts: 1,
  },
  'a stall before the first audio': {
    behaviour: { fault: 'stall_before_audio' },
    kind: 'timeout',
    isHeard: false,
    withinMs: firstMs,
    attempts: 1,
  },
  'a stall in the middle': {
    behaviour: { fault: 'stall_after_audio' },
    kind: 'timeout',
    isHeard: true,
    withinMs: firstMs + betweenMs,
    attempts: 1,
  },
  'a connection that breaks in the middle': {
    behaviour: { fault: 'broken' },
    kind: 'unavailable',
    isHeard: true,
    withinMs: 500,
    attempts: 1,
  },
  'a connection that breaks before the first audio': {
    behaviour: { fault: 'broken_before_audio' },
    kind: 'unavailable',
    isHeard: false,
    withinMs: 500,
    attempts: 2,
  },
  'malformed messages': {
    behaviour: { fault: 'rubbish' },
    kind: 'protocol',
    isHeard: false,
    withinMs: 500,
    attempts: 2,
  },
  'an error of the provider': {
    behaviour: { fault: 'refused' },
    kind: 'refused',
    isHeard: false,
    withinMs: 500,
    attempts: 1,
  },
  'endless audio': {
    behaviour: { fault: 'endless' },
    kind: 'protocol',
    isHeard: true,
    withinMs: 5_000,
    attempts: 1,
  },
};
