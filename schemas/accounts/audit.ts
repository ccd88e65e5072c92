/** The audit log: which client did what, from where, and with which outcome (docs/reference/api.md "Audit log"). */
import { type Static, Type } from 'typebox';
import { about, count, EXAMPLE, moment, nullableText, text } from '../described.js';
import { closed } from '../shapes.js';

/**
 * Audited: everything that changes access, money, agents or suppression, and reads of recordings and exports.
 * Names are part of the contract: they may be added, but never change. The command line writes further names of its own,
 * `<kind>.<command>`, for actions that have none here.
 */
export const AUDIT_ACTIONS = [
  'agent.archived',
  'agent.changed',
  'agent.created',
  'agent.draft_discarded',
  'agent.draft_saved',
  'agent.published',
  'agent.rolled_back',
  'agent.split_ended',
  'agent.split_started',
  'alert_rule.removed',
  'alert_rule.set',
  'alert_rule.tested',
  'analytics.exported',
  'audit.exported',
  'business.created',
  'call.cancelled',
  'call.leg_opened',
  'call.reviewed',
  'call.started',
  'calls.exported',
  'calls.reviewed',
  'calls.started',
  'campaign.changed',
  'campaign.created',
  'campaign.exported',
  'campaign.iteration_created',
  'channel.assigned',
  'channel.connected',
  'channel.disconnected',
  'contact.changed',
  'contact.deleted',
  'contact.memory_erased',
  'contacts.edited',
  'contacts.exported',
  'contact.merged',
  'contacts.imported',
  'conversation.assigned',
  'conversation.note_changed',
  'conversation.status_set',
  'conversations.changed',
  'credit.granted',
  'data_source.archived',
  'data_source.changed',
  'data_source.created',
  'data_source.refreshed',
  'data_source.read',
  'data_source.reviewed',
  'data_source.uploaded',
  'invitation.accepted',
  'invitation.made',
  'invitation.revoked',
  'key.created',
  'key.refused',
  'key.revoked',
  'lines.changed',
  'member.added',
  'member.changed',
  'member.created',
  'member.password_reset',
  'member.removed',
  'member.renamed',
  'member.sessions_ended',
  'password.changed',
  'password.reset',
  'price.changed',
  'providers.removed',
  'providers.set',
  'quick_answer.removed',
  'quick_answer.set',
  'recording.read',
  'request.refused',
  'saved_view.removed',
  'saved_view.set',
  'session_log.erased',
  'session_log.read',
  'session.switched',
  'sessions.ended',
  'settings.changed',
  'setup.completed',
  'sign_in',
  'sign_out',
  'analysis.run',
  'summary.run',
  'simulation.cancelled',
  'simulation.run',
  'simulation_scenario.removed',
  'simulation_scenario.set',
  'suppression.added',
  'suppression.removed',
  'suppressions.exported',
  'suppressions.imported',
  'tool.imported',
  'tool.removed',
  'tool.set',
  'tool.tried',
  'transcript.read',
  'webhook.changed',
  'webhook.created',
  'webhook.dead_letter_resent',
  'webhook.revoked',
  'webhook.secret_rotated',
  'webhook.tested',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `operator`: a person at the command line; `anonymous`: a request without a valid key or session. */
const AUDIT_ACTOR_TYPES = ['user', 'key', 'operator', 'anonymous'] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The author of a change. `id`: of the user or the key; of an operator `<user name>:<uid>@<host>`. */
export interface Author {
  readonly type: 'user' | 'key' | 'operator';
  readonly id: string;
}

/** The origin of a request. */
export interface Origin {
  /** The client's address (gateway/access/client-address.ts). */
  readonly client: string;
  /** The shortened user agent; null: the client sent none. */
  readonly userAgent: string | null;
}

/** Maximum characters of an action or a target. */
export const MAX_AUDIT_NAME = 200;

export const AuditEntryResource = Type.Object(
  {
    id: text('The entry.', '412-0'),
    at: moment('When the request was made.'),
    actor: Type.Object(
      {
        type: Type.Enum(
          [...AUDIT_ACTOR_TYPES],
          about(
            '`user`: of the console; `key`: an API key; `operator`: at the command line; `anonymous`: without a valid key or session.',
          ),
        ),
        id: nullableText(
          'The id of the user or key; of an operator `<user name>:<uid>@<host>`. Null: unknown.',
          EXAMPLE.userId,
        ),
        name: nullableText(
          'The current name of the user or the key. Null: neither, or it no longer exists.',
          'Kim Novak',
        ),
      },
      { ...closed, ...about('The author of the request.') },
    ),
    action: text(
      'What was done. Names are stable, and further ones may be added; the command line adds `<kind>.<command>`.',
      'key.created',
    ),
    target: nullableText('The id of the affected object. Null: the action has none.', EXAMPLE.agentId),
    outcome: Type.Enum([...AUDIT_OUTCOMES], about('Whether it was done or refused.')),
    code: nullableText('Why it was refused: an error code. Null: it was done.', 'scope_missing'),
    client: nullableText('The IP address of the client. Null: the command line.', '203.0.113.17'),
    userAgent: nullableText('The user agent, shortened. Null: the client sent none.', 'Firefox 131 on Linux'),
    requestId: nullableText('The `X-Request-Id` of the response. Null: the command line.', EXAMPLE.requestId),
    omitted: count(
      'Further refusals for which this entry stands, because a limit was reached; otherwise 0.',
      0,
    ),
  },
  closed,
);
export type AuditEntryResource = Static<typeof AuditEntryResource>;
