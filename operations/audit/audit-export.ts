/** The audit log as a file, newest first: CSV for spreadsheets, NDJSON for programs. It has ids and no names. */
import { stringify } from 'csv-stringify/sync';
import type { AuditEntryResource } from '../../schemas/accounts/audit.js';
import type { AuditFilter } from '../../views/audit/index.js';
import type { ViewStore } from '../../views/views.js';
import { BYTE_ORDER_MARK, pagesOf } from '../csv-file.js';

export const AUDIT_FORMATS = ['csv', 'ndjson'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

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

/** Spreadsheets run cells that begin like a formula, so these are escaped. */
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
  csv: { head: BYTE_ORDER_MARK + csv([HEADER]), write: (items) => csv(items.map(cells)) },
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
  for await (const entries of pagesOf((page) => views.auditEntries(businessId, filter, page)))
    if (entries.length > 0) yield write(entries);
}
