/** Calls and messages of campaigns on the wire (docs/reference/api.md "Campaigns"). */
import { Type } from 'typebox';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { CampaignChannel } from './campaign.js';

export const ActivityResource = Type.Object(
  {
    channel: CampaignChannel,
    callId: nullable(Uuid),
    messageId: nullable(Uuid),
    iterationId: Uuid,
    contactId: Uuid,
    contactName: nullable(Type.String()),
    direction: literals(['outbound', 'inbound']),
    status: Type.String({
      description: 'The status of the call or message; `received` for a message from a customer.',
    }),
    durationSeconds: nullable(Count),
    at: DateTime,
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
