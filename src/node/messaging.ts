/** What messages and webhooks need: tokens that are opened, links, letters and whoever sends them. */
import { createMediaLinks, type MediaLinks } from '../../operations/media-assets/media-links.js';
import { createSealer, type Sealer } from '../../operations/sealing.js';
import { WIDTH } from '../../operations/webhooks/deliverer.js';
import { type Outbox, openOutbox } from '../../operations/webhooks/outbox.js';
import { createWebhookSender, type WebhookSender } from '../../providers/webhooks/sender.js';
import type { Ground } from './ground.js';

export interface Messaging {
  readonly sealer: Sealer;
  readonly mediaLinks: MediaLinks;
  readonly outbox: Outbox;
  readonly webhookSender: WebhookSender;
}

/** Opens the outbox. @throws Error when the server does not answer */
export const openMessaging = async (ground: Ground): Promise<Messaging> => {
  const { config, nc, replicas, secrets, reachable, wallClock } = ground;
  return {
    sealer: createSealer(secrets.sealing),
    mediaLinks: createMediaLinks(secrets.link, reachable, wallClock),
    outbox: await openOutbox(nc, replicas),
    webhookSender: createWebhookSender({ anywhere: config.development, connections: WIDTH }),
  };
};
