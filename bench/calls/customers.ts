/** Customers who write while calls talk, and a subscriber in this process that is notified: `webhook.emit`. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../testkit/api/client.js';
import type { Receiver } from '../../testkit/servers/receiver.js';
import type { MetaClient } from '../../testkit/simulators/meta-client.js';
import { until } from '../../testkit/until.js';

/** The account that they write to; the operator has connected it. */
export const ACCOUNT = '106540352242922';
/** The customers become contacts with their first message, which is not measured. */
const CUSTOMERS = 20;
const PATH = '/notified';
/** Messages arrive within WITHIN_MS, at intervals of at most APART_MS, like calls; ms. */
const MAX_DURATION_MS = 10_000;
const SPACING_MS = 100;
/** Delay after the first call has started, ms: by then a callee is talking. */
const START_DELAY_MS = 2_000;
const NOTIFIED_WITHIN_MS = 20_000;

/** Customers who can write any number of messages. */
export interface Customers {
  /** Sends this many messages, and waits a while until the subscriber has received each. */
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
  const writeMessage = async (): Promise<void> => {
    written += 1;
    const from = String(14_155_550_000 + (written % CUSTOMERS));
    await meta.write({ accountId: ACCOUNT, from, text: `Is there a table? (${written})` });
  };
  const untilAllNotified = (): Promise<unknown> =>
    until(
      'the subscriber to be notified',
      async () => receiver.on(PATH).length >= written,
      NOTIFIED_WITHIN_MS,
    );
  for (let customer = 0; customer < CUSTOMERS; customer += 1) await writeMessage();
  await untilAllNotified();
  return {
    write: async (messages) => {
      const apartMs = Math.min(SPACING_MS, MAX_DURATION_MS / messages);
      await Promise.all(
        Array.from({ length: messages }, async (_, index) => {
          await delay(START_DELAY_MS + index * apartMs);
          await writeMessage();
        }),
      );
      // Notifications that never arrive are missing from the measure's count.
      await untilAllNotified().catch(() => undefined);
    },
  };
};
