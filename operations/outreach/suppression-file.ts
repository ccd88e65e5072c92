/** Lists of suppressions as CSV: one row each, with the columns address, channel, purpose and reason. */
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { Point, SuppressionPurpose } from '../../actors/contact-point/events.js';
import { readPhoneNumber } from '../../providers/numbering/phone-number.js';
import { escapedCell, unescapedCells } from '../../providers/tables/formula-cell.js';
import {
  MAX_IMPORTED_SUPPRESSIONS,
  SUPPRESSION_PURPOSES,
  type SuppressionResource,
} from '../../schemas/campaigns/suppression.js';
import { MAX_ISSUES } from '../../schemas/contacts/job.js';
import { DomainError } from '../../schemas/errors.js';
import { ACCOUNT_ID_PATTERN } from '../../schemas/patterns.js';

const ADDRESS = new RegExp(ACCOUNT_ID_PATTERN);

export const NO_ADDRESS =
  'must be a valid phone number in E.164 format, for example +14155550123, or a user ID of the channel';

/** Null if the address is not valid on the channel. */
export const pointOf = (channel: Point['channel'], address: string): Point | null => {
  if (channel === 'phone') {
    const number = readPhoneNumber(address);
    return number.type === 'refused' ? null : { channel, address: number.e164 };
  }
  return ADDRESS.test(address) ? { channel, address } : null;
};

interface ImportedSuppression {
  readonly point: Point;
  readonly purpose: SuppressionPurpose;
  readonly reason: string;
}

interface RowIssue {
  readonly row: number;
  readonly code: string;
  readonly message: string;
}

const COLUMNS = ['address', 'channel', 'purpose', 'reason'] as const;

/** Rows that cannot be read are left out and reported as issues. @throws DomainError suppression_file_invalid */
export const readSuppressionFile = async (content: Uint8Array) => {
  const suppressions: ImportedSuppression[] = [];
  const issues: RowIssue[] = [];
  let rows = 0;
  let failed = 0;
  const fail = (code: string, message: string): void => {
    failed += 1;
    if (issues.length < MAX_ISSUES) issues.push({ row: rows, code, message });
  };
  for await (const record of recordsIn(content)) {
    rows += 1;
    if (rows > MAX_IMPORTED_SUPPRESSIONS)
      throw invalidFile(`The file has more than ${MAX_IMPORTED_SUPPRESSIONS} rows; split it.`);
    const { address = '', channel = '', purpose = '', reason = '' } = record;
    const known = SUPPRESSION_PURPOSES.find(
      (candidate) => candidate === (purpose === '' ? 'service' : purpose),
    );
    const channelName = channel === '' ? 'phone' : channel;
    const point =
      channelName === 'phone' || channelName === 'instagram' ? pointOf(channelName, address) : null;
    if (point === null) fail('address_invalid', NO_ADDRESS);
    else if (known === undefined) fail('purpose_invalid', 'must be service or marketing');
    else if (reason.length > 500) fail('reason_too_long', 'must be at most 500 characters');
    else suppressions.push({ point, purpose: known, reason });
  }
  return { rows, wanted: suppressions, issues, failed };
};

const invalidFile = (message: string): DomainError => new DomainError('suppression_file_invalid', message);

/** Each row as a record by its column names, in lower case. */
async function* recordsIn(content: Uint8Array): AsyncGenerator<Readonly<Record<string, string>>> {
  const parser = parse(Buffer.from(content), {
    bom: true,
    // Files that were edited on several machines mix these.
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: 10_000,
    columns: (header: readonly string[]) => header.map((name) => name.toLowerCase()),
  });
  let isFirst = true;
  try {
    for await (const record of parser) {
      const row: unknown = record;
      if (!isTextRecord(row)) throw new Error('a row is not a record of strings');
      if (isFirst && !('address' in row)) throw invalidFile(`The file has no column “address”.`);
      isFirst = false;
      const [reason = ''] = unescapedCells([row.reason ?? '']);
      yield { ...row, reason };
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('suppression_file_invalid', undefined, [], null, error);
  }
}

const isTextRecord = (row: unknown): row is Readonly<Record<string, string>> =>
  typeof row === 'object' && row !== null && Object.values(row).every((value) => typeof value === 'string');

/** In the format of the import, with source and time; `header`: whether the column names come first. */
export const suppressionsCsv = (rows: readonly SuppressionResource[], header: boolean): string =>
  stringify(
    [
      ...(header ? [[...COLUMNS, 'source', 'created_at']] : []),
      ...rows.map(({ address, channel, purpose, reason, source, createdAt }) => [
        // A number is not escaped, although it begins with a plus sign, so that the import can read it.
        address,
        channel,
        purpose,
        escapedCell(reason),
        source,
        createdAt,
      ]),
    ],
    { record_delimiter: '\r\n' },
  );
