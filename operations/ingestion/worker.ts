/** An ingestion thread: reads one file after the other, so that no request and no call waits for that. */
import { parentPort } from 'node:worker_threads';
import type { DocumentIssue } from '../../providers/documents/document.js';
import { readDocument } from '../../providers/documents/reader.js';
import { describeCause } from '../../providers/provider-failure.js';
import { SpoolFull } from '../../providers/spool/account.js';
import { TableRefused } from '../../providers/tables/table.js';
import { assertNever } from '../../schemas/assert.js';
import type { JobIssue } from '../../schemas/contacts/job.js';
import { previewContacts } from './contact-preview.js';
import { stageContacts } from './contact-staging.js';
import type { IngestionJob, IngestionMessage, NoRoom } from './messages.js';
import { sourceQuery } from './source-query.js';
import { profileSource, sourceRows } from './source-table.js';

/**
 * The text of an unstructured source's file. The thread only waits for the process that reads, which has the thread's
 * priority below calls and ends with the thread.
 */
async function* sourceDocument({
  file,
}: Extract<IngestionJob, { type: 'document' }>): AsyncGenerator<IngestionMessage> {
  const outcome = await readDocument(file);
  if ('refused' in outcome) {
    const { refused, detail } = outcome;
    yield { type: 'refused', issues: [issueOfFile(refused)], ...(detail === undefined ? {} : { detail }) };
  } else yield { type: 'document', text: outcome.text, issues: outcome.issues.map(issueOfFile) };
}

const issueOfFile = ({ code, message }: DocumentIssue): JobIssue => ({
  row: null,
  column: null,
  code,
  message,
});

/** Messages in flight; the receiver requests more as it processes them. */
const AHEAD = 32;

const messagesOf = (job: IngestionJob): AsyncGenerator<IngestionMessage> => {
  switch (job.type) {
    case 'contacts':
      return stageContacts(job);
    case 'contact_preview':
      return previewContacts(job);
    case 'profile':
      return profileSource(job);
    case 'rows':
      return sourceRows(job);
    case 'document':
      return sourceDocument(job);
    case 'query':
      return sourceQuery(job);
    default:
      return assertNever(job);
  }
};

/** Messages that may still be sent ahead, and the callback for when that number grows. */
let credit = 0;
let wake = (): void => undefined;

const run = async (job: IngestionJob): Promise<void> => {
  credit = AHEAD;
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
    parentPort?.postMessage(lastWord(error));
  }
};

/** The last message of a job that cannot continue. @throws `error` if it is a fault of ours */
const lastWord = (error: unknown): IngestionMessage | NoRoom => {
  if (error instanceof TableRefused)
    return { type: 'refused', issues: error.issues, ...describeCause(error) };
  if (error instanceof SpoolFull) return { type: 'no_room', forGood: error.forGood };
  throw error;
};

parentPort?.on('message', (message: IngestionJob | 'next') => {
  if (message !== 'next') return void run(message);
  credit += 1;
  wake();
});
