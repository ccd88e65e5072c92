/** Reads the text of an unstructured source's file. */
import type { DocumentIssue } from '../../providers/documents/document.js';
import { readDocument } from '../../providers/documents/reader.js';
import type { JobIssue } from '../../schemas/contacts/job.js';
import type { IngestionJob, IngestionMessage } from './messages.js';

/** The thread only waits for the process that reads, which has the thread's priority below calls and ends with the thread. */
export async function* sourceDocument({
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
