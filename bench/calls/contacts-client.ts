/**
 * A client that makes and lists contacts without pause, as a process of its own: what the rest of a service does while
 * its calls talk (`npm run bench -- conversation --contacts 8`).
 */
import { yieldToCalls } from '../../providers/yield-to-calls.js';
import { type ApiClient, createApiClient } from '../../testkit/api-client.js';
import { createCategory } from '../../testkit/resources.js';
import { mobileOf } from '../contact-rows.js';
import { answerParent } from '../gauges/child.js';

/** What it is told to do. */
export interface ContactsOrder {
  readonly url: string;
  readonly businessId: string;
  readonly apiKey: string;
  /** Requests under way at a time. */
  readonly atATime: number;
}

/** Every so many contacts a page of them is read. */
const READ_EVERY = 4;
const PAGE = 50;

let isOver = false;
let requests = 0;
let working: readonly Promise<void>[] = [];

const work = async (client: ApiClient, categoryId: string, worker: number): Promise<void> => {
  for (let made = 0; !isOver; made += 1) {
    const mobile = mobileOf(worker * 100_000 + made);
    await client.post('/api/v1/contacts', { name: `Ada No. ${made}`, mobile, categoryIds: [categoryId] });
    requests += 1;
    if (made % READ_EVERY !== 0) continue;
    await client.get(`/api/v1/contacts?limit=${PAGE}`);
    requests += 1;
  }
};

// The simulated network is the carriers' world: it has its turn before a client that is always at work.
yieldToCalls(10);
answerParent({
  begin: async (body) => {
    const { url, businessId, apiKey, atATime }: ContactsOrder = JSON.parse(body);
    const client = createApiClient(url, businessId, apiKey);
    const categoryId = await createCategory(client, 'Beside calls');
    working = Array.from({ length: atATime }, (_, worker) => work(client, categoryId, worker));
    // One that fails is told of at the end.
    for (const worker of working) worker.catch(() => undefined);
  },
  /** How many requests were answered. @throws Error of one that was refused */
  end: async () => {
    isOver = true;
    await Promise.all(working);
    return requests;
  },
});
