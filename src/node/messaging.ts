/** The foundation of messages and webhooks: the sealer of tokens, media links, the queue of webhook events and their sender, e-mails. */
import { createMediaLinks, type MediaLinks } from '../../operations/media-assets/media-links.js';
import { createSealer, type Sealer } from '../../operations/sealing.js';
import { CONCURRENCY } from '../../operations/webhooks/deliverer.js';
import { openWebhookQueue, type WebhookQueue } from '../../operations/webhooks/queue.js';
import type { MailSender } from '../../providers/mail/mail-sender.js';
import { createSmtpSender } from '../../providers/mail/smtp.js';
import { createWebhookSender, type WebhookSender } from '../../providers/webhooks/sender.js';
import { alertCounters } from '../metrics/node.js';
import type { Foundation } from './foundation.js';

export interface Messaging {
  readonly sealer: Sealer;
  readonly mediaLinks: MediaLinks;
  readonly webhookQueue: WebhookQueue;
  readonly webhookSender: WebhookSender;
  /** Null: no e-mails are sent. */
  readonly mail: MailSender | null;
  /** The page of alerts in the console. */
  readonly alertsUrl: () => string;
  readonly alertCounts: ReturnType<typeof alertCounters>;
}

/** Opens the queue of webhook events. @throws Error if the server does not answer */
export const openMessaging = async (foundation: Foundation): Promise<Messaging> => {
  const { config, nc, replicas, secrets, reachable, journalTime } = foundation;
  return {
    sealer: createSealer(secrets.sealing),
    mediaLinks: createMediaLinks(secrets.link, reachable, journalTime),
    webhookQueue: await openWebhookQueue(nc, replicas),
    webhookSender: createWebhookSender({
      anywhere: config.development,
      connections: CONCURRENCY,
      names: foundation.tenantNames,
    }),
    mail: config.mail === null ? null : createSmtpSender(config.mail),
    alertsUrl: () => `${reachable()}/alerts`,
    alertCounts: alertCounters(foundation.registry),
  };
};
