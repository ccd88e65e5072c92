/** Fields that live events and webhook payloads have in common. */
import { Type } from 'typebox';
import { VoiceTranscriptTurn } from '../calls/voice-call.js';
import { about, count, EXAMPLE, moment, nullableText, nullableUuid, text, uuid } from '../described.js';
import { AgentId, CallId, CampaignId } from '../fields.js';

export const OccurredAt = moment('When it happened.');

/** The parties of a call, in every event of it. */
export const callParties = {
  callId: CallId,
  agentId: AgentId,
  contactId: nullableUuid(
    'The contact that was called. Null: a number without a contact.',
    EXAMPLE.contactId,
  ),
  calleeNumber: text('The number that was called, E.164.', EXAMPLE.mobile),
  campaignId: nullableUuid('The campaign that placed the call. Null: none.', EXAMPLE.campaignId),
  iterationId: nullableUuid('The iteration of that campaign. Null: none.', EXAMPLE.iterationId),
};

/** A turn of a call, as it was heard. */
export const turnFields = {
  turnId: text('Identifies the turn in the call.', 't7'),
  ...VoiceTranscriptTurn.properties,
};

export const EndReason = text('Why it ended, a stable name; further ones may be added.', 'customer_hangup');
export const ConnectedSeconds = count('Connected seconds; 0 if the call was not answered.', 34);

/** The charge of a call. */
export const chargeFields = {
  blocks: count('Blocks of 20 seconds that were charged.', 2),
  chargedMicrocredits: count('The charge, microcredits.', 20_000),
};

/** A campaign and its iteration, in every event of them. */
export const iterationParties = {
  campaignId: CampaignId,
  campaignName: text('The name of the campaign.', 'Spring check-ups'),
  iterationId: uuid('The iteration.', EXAMPLE.iterationId),
};
export const Ordinal = Type.Integer({
  minimum: 1,
  ...about('The number of the iteration in its campaign, from 1.', 1),
});

/** The customer's side of a message that was changed or deleted. */
export const TextFromNowOn = nullableText(
  'The text from now on. Null: its content is gone.',
  'Can I move my appointment to Monday?',
);
