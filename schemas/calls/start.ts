/** Requests about single calls, and their results (spec sections 2.4 and 2.9). */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from '../agents/agent.js';
import { AgentId, BusinessId, CallId, ContactId, NoteId, PhoneNumber } from '../fields.js';
import { closed, DateTime, described, exactlyOneOf, literals, Uuid } from '../shapes.js';
import { VoiceCallStatus } from './voice-call.js';

export const VoiceCallStartResult = Type.Object(
  {
    callId: described(CallId, 'The call. Read it to follow its progress.'),
    destination: described(Type.String(), 'The number that is dialled, E.164.', '+14155550100'),
    status: VoiceCallStatus,
  },
  closed,
);
export type VoiceCallStartResult = Static<typeof VoiceCallStartResult>;

export const VoiceCallResolvedContext = Type.Object(
  {
    destination: Type.String({
      description: 'The number that would be dialled, E.164.',
      examples: ['+14155550100'],
    }),
    values: Type.Record(Type.String(), Type.String(), {
      description: "The value of each of the agent's variables, by alias.",
      examples: [{ order: 'A-17' }],
    }),
    contactRequired: Type.Boolean({
      description: 'Whether calls of this agent need a contact, because it has variables.',
    }),
  },
  closed,
);
export type VoiceCallResolvedContext = Static<typeof VoiceCallResolvedContext>;

export const VoiceCallCancellation = Type.Object(
  {
    callId: CallId,
    status: literals(['cancelling', 'cancelled'], {
      description: 'cancelled: it had not been dialled. cancelling: it ends once the carrier confirms.',
    }),
  },
  closed,
);
export type VoiceCallCancellation = Static<typeof VoiceCallCancellation>;

/** A note to the agent of a live call. */
export const AgentNoteCreate = Type.Object(
  {
    businessId: BusinessId,
    text: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Information for the next answer of the agent. It is not read out to the customer.',
      examples: ['The customer has a voucher.'],
    }),
  },
  closed,
);
export type AgentNoteCreate = Static<typeof AgentNoteCreate>;

export const AgentNote = Type.Object(
  {
    noteId: NoteId,
    callId: CallId,
    text: described(Type.String(), 'The note.', 'The customer has a voucher.'),
    createdAt: described(DateTime, 'When the note was accepted.'),
  },
  closed,
);
export type AgentNote = Static<typeof AgentNote>;

/** Exactly one of contactId and toNumber: checked by the operation, so that the error can state it. */
export const VoiceCallStart = Type.Object(
  {
    businessId: BusinessId,
    agentId: described(AgentId, 'An active agent of the channel `voice`.'),
    contactId: Type.Optional(
      described(ContactId, 'The contact to call. Exactly one of contactId and toNumber.'),
    ),
    toNumber: Type.Optional(
      described(PhoneNumber, 'The number to call, in E.164. Refused if the agent needs a contact.'),
    ),
    testVariables: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        ...closed,
        maxProperties: MAX_VARIABLES,
        description: 'By alias: they supply missing values and replace existing ones, for test calls.',
        examples: [{ order: 'A-17' }],
      }),
    ),
  },
  { ...closed, ...exactlyOneOf(['contactId', 'toNumber']) },
);
export type VoiceCallStart = Static<typeof VoiceCallStart>;

export const VoiceCallBatchStart = Type.Object(
  {
    businessId: BusinessId,
    agentId: described(AgentId, 'An active agent of the channel `voice`, with categories.'),
    contactIds: Type.Array(Uuid, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'The contacts to call, each once.',
      examples: [['06942376-1534-864b-9aa4-d7b7fa8576b6']],
    }),
  },
  closed,
);
export type VoiceCallBatchStart = Static<typeof VoiceCallBatchStart>;

/** What came of each contact of a batch. */
export const VoiceCallBatchResult = Type.Object({
  accepted: Type.Array(
    Type.Object(
      {
        contactId: ContactId,
        callId: CallId,
        destination: described(Type.String(), 'The number that is dialled, E.164.', '+14155550100'),
        status: VoiceCallStatus,
      },
      closed,
    ),
    { description: 'The calls that were accepted.' },
  ),
  failures: Type.Array(
    Type.Object(
      {
        contactId: ContactId,
        error: Type.Object(
          {
            code: described(Type.String(), 'A code of the table of errors.', 'contact_blocked'),
            message: described(Type.String(), 'What happened, and what to do.', 'The contact is blocked.'),
            category: described(Type.String(), 'The category of the code.', 'configuration'),
            retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
            details: Type.Optional(
              Type.Array(
                Type.Object(
                  {
                    path: described(Type.String(), 'The value that is concerned, or empty.', 'contactId'),
                    message: described(Type.String(), 'The problem.', 'is blocked'),
                  },
                  closed,
                ),
                { description: 'Particulars, if there are any.' },
              ),
            ),
          },
          { ...closed, description: 'Why the contact is not called.' },
        ),
      },
      closed,
    ),
    { description: 'The contacts that are not called.' },
  ),
});
