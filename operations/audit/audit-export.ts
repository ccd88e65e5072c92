/** The audit log as a file, newest first: CSV for spreadsheets, NDJSON for programs. It has ids and no names. */
import { stringify } from 'csv-stringify/sync';
import type { AuditEntryResource } from '../../schemas/accounts/audit.js';
import type { AuditFilter } from '../../views/audit/index.js';
import type { ViewStore } from '../../views/views.js';

export const AUDIT_FORMATS = ['csv', 'ndjson'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** Rows read and sent at a time, so that memory does not grow with the file. */
const ROWS = 200;
/** Spreadsheets recognise UTF-8 by this mark. They also run cells that begin like a formula, which `csv` escapes. */
const BOM = '\uFEFF';
const HEADER = [
  'Time',
  'Actor type',
  'Actor id',
  'Action',
  'Target',
  'Outcome',
  'Code',
  'Address',
  'Client',
  'Request id',
  'Omitted',
] as const;

const csv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: '\r\n' },
  );

const cells = (entry: AuditEntryResource): readonly string[] => [
  entry.at,
  entry.actor.type,
  entry.actor.id ?? '',
  entry.action,
  entry.target ?? '',
  entry.outcome,
  entry.code ?? '',
  entry.client ?? '',
  entry.userAgent ?? '',
  entry.requestId ?? '',
  String(entry.omitted),
];

const line = ({ actor: { type, id }, ...entry }: AuditEntryResource): string =>
  `${JSON.stringify({ ...entry, actor: { type, id } })}\n`;

const FORMATS = {
  csv: { head: BOM + csv([HEADER]), write: (items) => csv(items.map(cells)) },
  ndjson: { head: '', write: (items) => items.map(line).join('') },
} as const satisfies Readonly<
  Record<
    AuditFormat,
    { readonly head: string; readonly write: (items: readonly AuditEntryResource[]) => string }
  >
>;

/** Yields the file in pieces, each read when it is needed. */
export async function* exportAudit(
  views: Pick<ViewStore, 'auditEntries'>,
  businessId: string,
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<string> {
  const { head, write } = FORMATS[format];
  if (head !== '') yield head;
  for (let cursor: string | null = null; ; ) {
    const page = views.auditEntries(businessId, filter, { limit: ROWS, cursor });
    if (page.items.length > 0) yield write(page.items);
    cursor = page.nextCursor;
    if (cursor === null) return;
    // Yields to the event loop, because this thread also paces audio.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
