/** Reads a table of a database into a file, which is then processed like an uploaded one. */
import {
  DATABASE_ISSUES,
  type DatabaseIssueCode,
  DatabaseRefused,
} from '../../providers/databases/database.js';
import { writeTableFile } from '../../providers/databases/table-file.js';
import { takeBytes } from '../../providers/spool/account.js';
import type { JobIssue } from '../../schemas/contacts/job.js';
import type { IngestionJob, IngestionMessage } from './messages.js';

export async function* sourceQuery({
  connection,
  table,
  path,
  account,
}: Extract<IngestionJob, { type: 'query' }>): AsyncGenerator<IngestionMessage> {
  try {
    const taking = (bytes: number): void => takeBytes(account, bytes);
    yield { type: 'fetched', rows: await writeTableFile({ connection, table, path, reserve: taking }) };
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    const { code, detail } = error;
    yield { type: 'refused', issues: [databaseIssue(code)], ...(detail === null ? {} : { detail }) };
  }
}

export const databaseIssue = (code: DatabaseIssueCode): JobIssue => ({
  row: null,
  column: null,
  code,
  message: DATABASE_ISSUES[code],
});
