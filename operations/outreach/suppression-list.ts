/** The list of suppressions: adding, removing, importing and exporting. */
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { Point, SuppressionPurpose } from '../../actors/contact-point/events.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { MAX_ISSUES } from '../../schemas/job.js';
import { ACCOUNT_ID_PATTERN } from '../../schemas/patterns.js';
import {
  MAX_IMPORTED_SUPPRESSIONS,
  SUPPRESSION_PURPOSES,
  type SuppressionResource,
} from '../../schemas/suppression.js';
import { iso } from '../../views/kernel/dates.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { ViewStore } from '../../views/views.js';
import type { OperationsDeps } from '../deps.js';
import { inParallel } from '../in-parallel.js';
import { parseMobile } from '../mobile.js';
import { type Caller, commandIdOf, type Operations } from '../operations.js';
import { refuseProblems } from '../refusals.js';
import { contactPointOf } from './contact-point-of.js';
import { suppressedBy } from './suppressed-by.js';
import { liftSuppression, type NewSuppression, suppress } from './suppressing.js';

type SuppressionOperations = Pick<Operations, 'addSuppressions' | 'removeSuppression' | 'importSuppressions'>;

/** Contact points that one request keeps busy at a time. */
const WIDTH = 32;
const ADDRESS = new RegExp(ACCOUNT_ID_PATTERN);

export const suppressionOperations = (deps: OperationsDeps): SuppressionOperations => ({
  addSuppressions: async (caller, { suppressions, hangUp = false }) => {
    const points = suppressions.map(({ channel = 'phone', address }) => pointOf(channel, address));
    refuseProblems(
      points.flatMap((point, index): readonly ErrorDetail[] =>
        point === null ? [{ path: `/suppressions/${index}/address`, message: NO_ADDRESS }] : [],
      ),
    );
    const by = suppressedBy(caller);
    const source = by?.type === 'user' ? 'operator' : 'api';
    const wanted = suppressions.flatMap(({ purpose, reason = '' }, index): readonly NewSuppression[] => {
      const point = points[index] ?? null;
      return point === null ? [] : [{ point, purpose, reason, source, by, hangUp }];
    });
    return suppressAll(deps, caller, wanted);
  },

  removeSuppression: async (caller, id) => {
    const { businessId } = caller;
    const { views } = deps;
    const found = await readThrough(views, businessId, () => views.suppression(businessId, id));
    if (found === null) throw new DomainError('suppression_not_found');
    const { channel, address } = found;
    const by = suppressedBy(caller);
    const lifted = await liftSuppression(
      deps,
      businessId,
      { channel, address },
      found,
      by,
      commandIdOf(caller),
    );
    return { ...lifted, result: { id, removed: true } };
  },

  importSuppressions: async (caller, _body, content) => {
    const { rows, wanted, issues, failed } = await readRows(content);
    const { shard, seq } = await suppressAll(
      deps,
      caller,
      wanted.map((row) => ({ ...row, source: 'import', by: suppressedBy(caller), hangUp: false })),
    );
    return { result: { rows, suppressed: wanted.length, failed, issues }, shard, seq };
  },
});

const NO_ADDRESS =
  'must be a number in E.164 that can be dialled, for example +14155550123, or the channel’s id of a person';

/** Null where the address is none of the channel. */
const pointOf = (channel: Point['channel'], address: string): Point | null => {
  if (channel === 'phone') {
    const mobile = parseMobile(address);
    return mobile === null ? null : { channel, address: mobile };
  }
  return ADDRESS.test(address) ? { channel, address } : null;
};

/** Repeating it under the same key is harmless. @throws DomainError not_ready */
const suppressAll = async (deps: OperationsDeps, caller: Caller, wanted: readonly NewSuppression[]) => {
  const { businessId } = caller;
  const last = { shard: 0, seq: 0 };
  const callsAtCarrier = new Set<string>();
  const made = new Map<number, SuppressionResource>();
  await inParallel(wanted.entries(), WIDTH, async ([index, suppression]) => {
    const { point, purpose, source } = suppression;
    const { id } = contactPointOf(deps, businessId, point);
    const commandId = deriveId(commandIdOf(caller), id, purpose, source);
    const { result, shard, seq } = await suppress(deps, businessId, suppression, commandId);
    for (const callId of result.atCarrier) callsAtCarrier.add(callId);
    const { reason, by, at } = result;
    const shown = { id: `${id}-${purpose}-${source}`, ...point, purpose, source, reason, by };
    made.set(index, { ...shown, status: 'suppressed', createdAt: iso(at) });
    last.shard = shard;
    last.seq = Math.max(last.seq, seq);
  });
  const suppressions = wanted.flatMap((_, index) => made.get(index) ?? []);
  return { result: { suppressions, callsAtCarrier: [...callsAtCarrier] }, ...last };
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

/** @throws DomainError suppression_file_invalid */
const readRows = async (content: Uint8Array) => {
  const wanted: ImportedSuppression[] = [];
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
    const known = SUPPRESSION_PURPOSES.find((each) => each === (purpose === '' ? 'service' : purpose));
    const named = channel === '' ? 'phone' : channel;
    const point = named === 'phone' || named === 'instagram' ? pointOf(named, address) : null;
    if (point === null) fail('address_invalid', NO_ADDRESS);
    else if (known === undefined) fail('purpose_invalid', 'must be service or marketing');
    else if (reason.length > 500) fail('reason_too_long', 'must be at most 500 characters');
    else wanted.push({ point, purpose: known, reason });
  }
  return { rows, wanted, issues, failed };
};

const invalidFile = (message: string): DomainError => new DomainError('suppression_file_invalid', message);

/** Each row by the names of its columns, in lower case. */
async function* recordsIn(content: Uint8Array): AsyncGenerator<Readonly<Record<string, string>>> {
  const parser = parse(Buffer.from(content), {
    bom: true,
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
      if (!isTextRecord(row)) throw new Error('a row is no record of texts');
      if (isFirst && !('address' in row)) throw invalidFile(`The file has no column “address”.`);
      isFirst = false;
      yield row;
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('suppression_file_invalid', undefined, [], null, error);
  }
}

const isTextRecord = (row: unknown): row is Readonly<Record<string, string>> =>
  typeof row === 'object' && row !== null && Object.values(row).every((value) => typeof value === 'string');

/** Rows that are read and sent at a time: memory does not grow with the file. */
const EXPORT_ROWS = 200;

/** As the import reads it, newest first, with source and time. In pieces, each read when it is asked for. */
export async function* exportSuppressions(
  views: Pick<ViewStore, 'suppressions'>,
  businessId: string,
): AsyncGenerator<string> {
  const write = (rows: readonly (readonly string[])[]): string =>
    stringify(
      rows.map((row) => [...row]),
      { escape_formulas: false, record_delimiter: '\r\n' },
    );
  yield write([[...COLUMNS, 'source', 'created_at']]);
  for (let cursor: string | null = null; ; ) {
    const filter = { purpose: null, source: null, search: null };
    const page: ReturnType<typeof views.suppressions> = views.suppressions(businessId, filter, {
      limit: EXPORT_ROWS,
      cursor,
    });
    if (page.items.length > 0)
      yield write(
        page.items.map(({ address, channel, purpose, reason, source, createdAt }) => [
          address,
          channel,
          purpose,
          reason,
          source,
          createdAt,
        ]),
      );
    cursor = page.nextCursor;
    if (cursor === null) return;
    // The thread belongs to others as well.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
