/** Calls and messages of campaigns on the wire (docs/reference/api.md "Campaigns"). */
import { Type } from 'typebox';
import { CallId, ContactId, IterationId, MessageId } from '../fields.js';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';
import { CampaignChannel } from './states.js';

export const ActivityResource = Type.Object(
  {
    channel: CampaignChannel,
    callId: nullable(CallId, { description: 'The call; null: it is a message.' }),
    messageId: nullable(MessageId, { description: 'The message; null: it is a call.' }),
    iterationId: IterationId,
    contactId: ContactId,
    contactName: nullable(Type.String(), {
      description: 'The name of the contact; null: the contact was deleted.',
      examples: ['Sam Rivera'],
    }),
    direction: literals(['outbound', 'inbound'], {
      description: 'outbound: from the business. inbound: from the contact.',
    }),
    status: Type.String({
      description: 'The status of the call or message; `received` for a message from a customer.',
      examples: ['completed'],
    }),
    durationSeconds: nullable(Count, {
      description: 'Connected time of a call, seconds; null: it is a message.',
      examples: [64],
    }),
    at: described(DateTime, 'When the call was requested, or the message was written.'),
  },
  closed,
);
export interface ActivityResource {
  readonly channel: CampaignChannel;
  readonly callId: string | null;
  readonly messageId: string | null;
  readonly iterationId: string;
  readonly contactId: string;
  readonly contactName: string | null;
  readonly direction: 'outbound' | 'inbound';
  readonly status: string;
  readonly durationSeconds: number | null;
  readonly at: string;
}
