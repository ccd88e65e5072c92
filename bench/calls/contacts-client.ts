/**
 * A client that creates and lists contacts without pause, in its own process: what the rest of a service does while its
 * calls talk (`npm run bench -- conversation --contacts 8`).
 */
import { yieldToCalls } from '../../providers/scheduling/yield-to-calls.js';
import { type ApiClient, createApiClient } from '../../testkit/api/client.js';
import { createCategory } from '../../testkit/api/resources.js';
import { mobileOf } from '../contacts/rows.js';
import { answerParent } from '../gauges/child.js';

/** What the client is ordered to do. */
export interface ContactsOrder {
  readonly url: string;
  readonly businessId: string;
  readonly apiKey: string;
  /** Requests in flight at a time. */
  readonly atATime: number;
}

/** One page is read per this many created contacts. */
const READ_EVERY = 4;
const PAGE = 50;

let isStopped = false;
let requests = 0;
let working: readonly Promise<void>[] = [];

const work = async (client: ApiClient, categoryId: string, worker: number): Promise<void> => {
  for (let created = 0; !isStopped; created += 1) {
    const mobile = mobileOf(worker * 100_000 + created);
    await client.post('/api/v1/contacts', { name: `Ada No. ${created}`, mobile, categoryIds: [categoryId] });
    requests += 1;
    if (created % READ_EVERY !== 0) continue;
    await client.get(`/api/v1/contacts?limit=${PAGE}`);
    requests += 1;
  }
};

// The simulated network represents the carriers, so it takes precedence over a client that is always busy.
yieldToCalls(10);
answerParent({
  begin: async (body) => {
    const { url, businessId, apiKey, atATime }: ContactsOrder = JSON.parse(body);
    const client = createApiClient(url, businessId, apiKey);
    const categoryId = await createCategory(client, 'Beside calls');
    working = Array.from({ length: atATime }, (_, worker) => work(client, categoryId, worker));
    // A failure is reported by `end`.
    for (const worker of working) worker.catch(() => undefined);
  },
  /** The number of answered requests. @throws Error of a request that was refused */
  end: async () => {
    isStopped = true;
    await Promise.all(working);
    return requests;
  },
});
