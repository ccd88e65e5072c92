/** The events that a webhook of each channel may receive, in the order of the API. */
import type { Subscription } from './subscription-status.js';

export type EventType = Subscription['events'][number];
export type WebhookChannel = Subscription['channel'];

export const CHANNELS: readonly WebhookChannel[] = ['voice', 'campaign', 'whatsapp', 'instagram'];

export const EVENTS_OF: Readonly<Record<WebhookChannel, readonly EventType[]>> = {
  whatsapp: [
    'whatsapp.message.received',
    'whatsapp.message.sent',
    'whatsapp.message.delivered',
    'whatsapp.message.read',
    'whatsapp.message.failed',
    'whatsapp.agent_message.sent',
    'whatsapp.agent_message.delivered',
    'whatsapp.agent_message.read',
    'whatsapp.agent_message.failed',
  ],
  instagram: [
    'instagram.message.received',
    'instagram.message.sent',
    'instagram.message.seen',
    'instagram.message.reaction',
    'instagram.message.referral',
    'instagram.message.failed',
    'instagram.comment.received',
    'instagram.comment.replied',
    'instagram.comment.failed',
    'instagram.agent_message.sent',
    'instagram.agent_message.seen',
    'instagram.agent_message.failed',
  ],
  voice: [
    'voice.call.ringing',
    'voice.call.answered',
    'voice.call.disclosed',
    'voice.call.turn',
    'voice.call.ended',
    'voice.call.recorded',
    'voice.call.charged',
  ],
  campaign: [
    'campaign.iteration.started',
    'campaign.iteration.paused',
    'campaign.iteration.cancelling',
    'campaign.iteration.ended',
    'campaign.recipient.ended',
  ],
};
