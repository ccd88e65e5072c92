/** Events of the audit log of a business. */
import type { AuditActorType, AuditOutcome } from '../../schemas/accounts/audit.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** An entry. It holds ids, and no personal data except the client's address. */
export interface AuditEntry {
  /** When the request arrived, ms since the epoch. */
  readonly at: number;
  /** `id`: of the user or the key; for an operator `<user name>:<uid>@<host>`; null: unknown. */
  readonly actor: { readonly type: AuditActorType; readonly id: string | null };
  /** An action of schemas/accounts/audit.ts, or `<kind>.<command>` from the command line. */
  readonly action: string;
  /** The id of the action's target. */
  readonly target: string | null;
  readonly outcome: AuditOutcome;
  /** The error code of a refusal, from the table of errors. */
  readonly code: string | null;
  /** The client's address; null on the command line. */
  readonly client: string | null;
  /** Truncated. */
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** Number of further refusals of the same caller without an entry of their own. */
  readonly omitted: number;
}

export type AuditEvent = { readonly type: 'audit.recorded'; readonly entry: AuditEntry };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const AUDIT_EVENTS = { 'audit.recorded': 1 } as const satisfies VersionsOf<AuditEvent>;

/** The kind, for readers of its events. */
export const AUDIT_KIND = eventKind<AuditEvent>('audit', AUDIT_EVENTS);
