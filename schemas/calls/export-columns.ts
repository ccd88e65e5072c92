/** The columns of the file of calls. */
import { text } from '../described.js';
import { COLUMN_LIST_PATTERN } from '../patterns.js';

/** Columns of a file whose request names none, in their order. */
export const USUAL_COLUMNS = [
  ...['id', 'createdAt', 'agent', 'campaign', 'contact', 'number', 'status', 'endedBy', 'endReason'],
  ...['durationSeconds', 'chargedMicrocredits', 'success', 'sentiment', 'requests', 'callBackAt', 'summary'],
  ...['analysis', 'tags', 'score'],
] as const;

const OTHER_COLUMNS = [
  ...['startedAt', 'endedAt', 'agentVersion', 'slowestAnswerMs', 'interrupted', 'toolFailed', 'reviewed'],
] as const;

/** All columns. */
export const EXPORT_COLUMNS = [...USUAL_COLUMNS, ...OTHER_COLUMNS] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

export const isExportColumn = (name: string): name is ExportColumn =>
  EXPORT_COLUMNS.some((column) => column === name);

/** The columns that a file has, in a query. */
export const ExportColumns = text(
  `Columns in their order, separated by commas. Default: ${USUAL_COLUMNS.join(', ')}. Others: ${OTHER_COLUMNS.join(', ')}.`,
  'createdAt,contact,number,success,slowestAnswerMs',
  { pattern: COLUMN_LIST_PATTERN },
);
