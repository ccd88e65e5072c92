/** What the audit log of a business says. */
import type { AuditActorType, AuditOutcome } from '../../schemas/audit.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** An entry. It has ids and no other personal data than the client's address. */
export interface AuditEntry {
  /** When the request arrived, ms since the epoch. */
  readonly at: number;
  /** `id`: of the user or the key; of an operator `<user name>:<uid>@<host>`; null: unknown. */
  readonly actor: { readonly type: AuditActorType; readonly id: string | null };
  /** One of schemas/audit.ts, or `<kind>.<command>` of the command line. */
  readonly action: string;
  /** The id of what it was done to. */
  readonly target: string | null;
  readonly outcome: AuditOutcome;
  /** Of a refusal: its code in the table of errors. */
  readonly code: string | null;
  /** The client's address; null at the command line. */
  readonly client: string | null;
  /** Shortened. */
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** Further refusals of the same caller that have no entry of their own. */
  readonly omitted: number;
}

export type AuditEvent = { readonly type: 'audit.recorded'; readonly entry: AuditEntry };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const AUDIT_EVENTS = { 'audit.recorded': 1 } as const satisfies VersionsOf<AuditEvent>;

/** The kind, for those who read its events. */
export const AUDIT_KIND = eventKind<AuditEvent>('audit', AUDIT_EVENTS);
