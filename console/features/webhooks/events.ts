/** The events that a webhook of each channel may receive. */
import { WEBHOOK_EVENTS } from '../../api/operations.js';
import type { Subscription } from './subscription-status.js';

export type EventType = Subscription['events'][number];
export type WebhookChannel = Subscription['channel'];

/** In display order. */
export const CHANNELS: readonly WebhookChannel[] = ['voice', 'campaign', 'alerts', 'whatsapp', 'instagram'];

export const EVENTS_OF: Readonly<Record<WebhookChannel, readonly EventType[]>> = WEBHOOK_EVENTS;

/** Whether a subscription to these events leaves the answering to an agent: they report what was done. */
export const isObserved = (events: readonly EventType[]): boolean =>
  events.every((event) => event === 'conversation.analyzed' || event.includes('.agent_message.'));
