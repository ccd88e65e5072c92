/** Recipients of campaigns on the wire (docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { CallOutcome } from '../analysis/call-analysis.js';
import { CallId, ContactId, IterationId, MessageId } from '../fields.js';
import { closed, DateTime, described, literals, nullable } from '../shapes.js';
import { CallBack } from './call-back.js';
import { MembershipStatus, Outcome, RECIPIENT_WAITS, type RecipientWait } from './states.js';

export const Attempt = Type.Object(
  {
    callId: nullable(CallId, { description: 'The call; null: it was a message.' }),
    messageId: nullable(MessageId, { description: 'The message; null: it was a call.' }),
    startedAt: described(DateTime, 'When the attempt began.'),
    endedAt: nullable(DateTime, {
      description: 'When it ended; null: it has not.',
      examples: ['2026-03-02T09:31:12.000Z'],
    }),
    outcome: nullable(Outcome, { description: 'What came of it; null: it has not ended.' }),
  },
  closed,
);
export type Attempt = Static<typeof Attempt>;

export const MembershipResource = Type.Object(
  {
    contactId: ContactId,
    contactName: nullable(Type.String(), {
      description: 'The name of the contact; null: the contact was deleted.',
      examples: ['Sam Rivera'],
    }),
    iterationId: described(IterationId, 'The iteration that it is a member of.'),
    status: MembershipStatus,
    attempts: Type.Array(Attempt, { description: 'The calls or messages to the contact, the oldest first.' }),
    outcome: nullable(Outcome, { description: 'The final outcome; null: there is none yet.' }),
    skipReason: nullable(Type.String(), {
      description: 'The error code for which the contact was skipped; otherwise null.',
      examples: ['contact_blocked'],
    }),
    retryAt: nullable(DateTime, {
      description: 'When the contact is tried again; null: it does not wait.',
      examples: ['2026-03-02T10:01:12.000Z'],
    }),
    waitingFor: nullable(literals(RECIPIENT_WAITS), {
      description:
        'Why the contact is not contacted before `retryAt`; call_back: at its own request; null: no such reason.',
    }),
    callOutcome: Type.Optional(
      nullable(CallOutcome, {
        description:
          'Of the last call; null: it was not analysed. Absent without the scope communications:read.',
      }),
    ),
    callBack: nullable(CallBack, { description: 'Null: none was requested, or the campaign makes none.' }),
    lastActivityAt: nullable(DateTime, {
      description: 'When the last call or message began or ended; null: there was none.',
      examples: ['2026-03-02T09:31:12.000Z'],
    }),
  },
  { ...closed, description: 'A contact in an iteration.' },
);
export interface MembershipResource {
  readonly contactId: string;
  readonly contactName: string | null;
  readonly iterationId: string;
  readonly status: MembershipStatus;
  readonly attempts: readonly Attempt[];
  readonly outcome: Outcome | null;
  /** The error code for which the contact was skipped. */
  readonly skipReason: string | null;
  readonly retryAt: string | null;
  readonly waitingFor: RecipientWait | null;
  readonly callOutcome?: CallOutcome | null;
  readonly callBack: CallBack | null;
  readonly lastActivityAt: string | null;
}
