/** A view store over a test's journal, with its log kept. */
import { join } from 'node:path';
import pino from 'pino';
import { createViewStore } from '../../views/store.js';
import type { ViewStore } from '../../views/views.js';
import type { TestLifetime } from '../support/nats.js';
import { until } from '../support/until.js';
import type { TestJournal } from './journal.js';

export interface TestStore extends ViewStore {
  /** Names of the log events so far. */
  readonly logged: readonly string[];
}

/** Opens the views in `directory` and waits until they are ready. */
export const openStore = async (
  t: TestLifetime,
  natsUrl: string,
  journal: TestJournal,
  directory: string,
): Promise<TestStore> => {
  const logged: string[] = [];
  const logger = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        const { event }: { event: string } = JSON.parse(line);
        logged.push(event);
      },
    },
  );
  const store = await createViewStore({
    natsUrl,
    nc: journal.nc,
    shards: 1,
    file: join(directory, 'views.sqlite'),
    logger,
    shardOf: () => 0,
  });
  t.teardown(() => store.close());
  await until('the views are ready', () => store.ready());
  return { ...store, logged };
};

/** Everything that the views answer for a business, as one text. */
export const everything = (store: ViewStore, businessId: string): string => {
  const page = { limit: 200, cursor: null };
  const calls = store.calls(businessId, page, {}).items;
  return JSON.stringify(
    [
      store.business(businessId),
      store.agents(businessId),
      store.contacts(businessId, page, null),
      store.categories(businessId, page),
      calls,
      calls.map(({ id }) => store.call(businessId, id)),
    ],
    null,
    1,
  );
};
