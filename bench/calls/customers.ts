/** Customers who write while others talk, and a subscriber in this process who is told: `webhook.emit`. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../testkit/api-client.js';
import type { MetaClient } from '../../testkit/meta-client.js';
import type { Receiver } from '../../testkit/receiver.js';
import { until } from '../../testkit/until.js';

/** The account that they write to; the operator has connected it. */
export const ACCOUNT = '106540352242922';
/** They are contacts from their first message on, which is not measured. */
const CUSTOMERS = 20;
const PATH = '/told';
/** Messages come within this, ms, and no further apart than the other, like calls. */
const WITHIN_MS = 10_000;
const APART_MS = 100;
/** After the first call has begun, ms: somebody talks by then. */
const AFTER_MS = 2_000;
const TOLD_MS = 20_000;

/** Who writes, ready to do so as often as one likes. */
export interface Customers {
  /** Has so many messages written, and waits for a while until the subscriber was told of each. */
  write(messages: number): Promise<void>;
}

/** Subscribes, and has every customer write once. */
export const prepareCustomers = async (
  client: ApiClient,
  meta: MetaClient,
  receiver: Receiver,
): Promise<Customers> => {
  await client.post('/api/v1/webhook-subscriptions', {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    externalAutomation: true,
    callbackUrl: `${receiver.url}${PATH}`,
    events: ['whatsapp.message.received'],
  });
  let written = 0;
  const writeOne = async (): Promise<void> => {
    written += 1;
    const from = String(14_155_550_000 + (written % CUSTOMERS));
    await meta.write({ accountId: ACCOUNT, from, text: `Is there a table? (${written})` });
  };
  const allTold = (): Promise<unknown> =>
    until('the subscriber to be told', async () => receiver.on(PATH).length >= written, TOLD_MS);
  for (let customer = 0; customer < CUSTOMERS; customer += 1) await writeOne();
  await allTold();
  return {
    write: async (messages) => {
      const apartMs = Math.min(APART_MS, WITHIN_MS / messages);
      await Promise.all(
        Array.from({ length: messages }, async (_, index) => {
          await delay(AFTER_MS + index * apartMs);
          await writeOne();
        }),
      );
      // What nobody was told of is missing in the count of the measure.
      await allTold().catch(() => undefined);
    },
  };
};
