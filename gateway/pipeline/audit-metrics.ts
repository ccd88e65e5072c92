/** Counts sign-ins and refused access. Label values are bounded: codes of the error table, and reasons. */
import { Counter, type Registry } from 'prom-client';
import type { ErrorCode } from '../../schemas/error-table.js';
import type { KeyRefusalReason } from '../access/authentication.js';

export interface AuditMetrics {
  signIn(outcome: 'succeeded' | ErrorCode): void;
  refused(code: ErrorCode): void;
  keyRefused(reason: KeyRefusalReason): void;
}

export const createAuditMetrics = (registry: Registry): AuditMetrics => {
  const registers = [registry];
  const signIns = new Counter({
    name: 'parley_sign_ins_total',
    help: 'Attempts to sign in to the console: succeeded, or the code of the refusal',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'parley_access_refusals_total',
    help: 'Requests of the API that were refused with 401, 403 or 429, by code',
    labelNames: ['code'],
    registers,
  });
  const keys = new Counter({
    name: 'parley_key_refusals_total',
    help: 'Refused API keys: malformed, wrong checksum or secret, unknown, revoked',
    labelNames: ['reason'],
    registers,
  });
  return {
    signIn: (outcome) => signIns.inc({ outcome }),
    refused: (code) => refusals.inc({ code }),
    keyRefused: (reason) => keys.inc({ reason }),
  };
};
