/** The columns of the list of calls; the chosen ones are remembered in this browser. */
import { useState } from 'react';

/** Besides the contact, which is always there; in display order. */
export const COLUMNS = [
  'when',
  'status',
  'outcome',
  'agent',
  'campaign',
  'length',
  'waveform',
  'slowest',
  'cost',
  'tags',
  'score',
  'reviewed',
  'number',
  'reason',
] as const;
export type Column = (typeof COLUMNS)[number];

export const DEFAULT_COLUMNS: readonly Column[] = [
  'when',
  'status',
  'outcome',
  'agent',
  'length',
  'waveform',
  'slowest',
  'cost',
  'tags',
];

/** Widths of the column of checkboxes, and of the contact, px. */
export const CHECK_PX = 36;
export const CONTACT_PX = 176;
/** Least widths, px. The default columns fit into a window of 1,440 px. */
export const COLUMN_PX: Readonly<Record<Column, number>> = {
  when: 104,
  status: 136,
  outcome: 120,
  agent: 152,
  campaign: 152,
  length: 72,
  waveform: 112,
  slowest: 80,
  cost: 72,
  tags: 96,
  score: 64,
  reviewed: 88,
  number: 136,
  reason: 160,
};

/** The columns of the file that show what the columns of the page do; the contact is always there. */
const EXPORTED: Readonly<Record<Column, string>> = {
  when: 'createdAt',
  status: 'status',
  outcome: 'success,sentiment,requests',
  agent: 'agent,agentVersion',
  campaign: 'campaign',
  length: 'durationSeconds',
  // It is only drawn.
  waveform: '',
  slowest: 'slowestAnswerMs',
  cost: 'chargedMicrocredits',
  tags: 'tags',
  score: 'score',
  reviewed: 'reviewed',
  number: 'number',
  reason: 'endedBy,endReason',
};

/** The columns of a file of calls that has what the page shows. */
export const exportColumnsOf = (columns: readonly Column[]): string =>
  ['id', 'contact', ...columns.map((column) => EXPORTED[column])].filter((names) => names !== '').join(',');

const KEY = 'parley.calls.columns';

/** The columns of a stored choice; the default ones if there is none, or if it cannot be read. */
export const columnsIn = (stored: string | null): readonly Column[] => {
  if (stored === null) return DEFAULT_COLUMNS;
  const names = new Set(stored.split(','));
  return COLUMNS.filter((column) => names.has(column));
};

const readStored = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** The chosen columns. If the browser stores nothing, the choice is lost with the page. */
export const useColumns = (): readonly [readonly Column[], (columns: readonly Column[]) => void] => {
  const [columns, setColumns] = useState(() => columnsIn(readStored()));
  return [
    columns,
    (chosen) => {
      const ordered = COLUMNS.filter((column) => chosen.includes(column));
      setColumns(ordered);
      try {
        localStorage.setItem(KEY, ordered.join(','));
      } catch {
        // The choice is lost with the page.
      }
    },
  ];
};
