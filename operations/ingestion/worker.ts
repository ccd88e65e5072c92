/** The ingestion thread: reads one file, so that no request and no call waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { TableRefused } from '../../providers/tables/table.js';
import { yieldToCalls } from '../../providers/yield-to-calls.js';
import { assertNever } from '../../schemas/assert.js';
import { stageContacts } from './contact-staging.js';
import type { IngestionJob, IngestionMessage } from './messages.js';
import { profileSource, sourceRows } from './source-table.js';

/** Messages under way; the other side asks for more as it has worked them off. */
const AHEAD = 32;

const messagesOf = (job: IngestionJob): AsyncGenerator<IngestionMessage> => {
  switch (job.job) {
    case 'contacts':
      return stageContacts(job);
    case 'profile':
      return profileSource(job);
    case 'rows':
      return sourceRows(job);
    default:
      return assertNever(job);
  }
};

const run = async (job: IngestionJob): Promise<void> => {
  let credit = AHEAD;
  let wake = (): void => undefined;
  parentPort?.on('message', () => {
    credit += 1;
    wake();
  });
  try {
    for await (const message of messagesOf(job)) {
      while (credit === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      credit -= 1;
      parentPort?.postMessage(message);
    }
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
    const refused: IngestionMessage = { type: 'refused', issues: error.issues };
    parentPort?.postMessage(refused);
  }
  parentPort?.close();
};

yieldToCalls(5);
await run(workerData);
