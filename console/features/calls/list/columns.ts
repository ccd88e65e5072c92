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
  'cost',
  'tags',
  'score',
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
  'cost',
  'tags',
];

/** Widths, px. */
export const COLUMN_PX: Readonly<Record<Column, number>> = {
  when: 112,
  status: 144,
  outcome: 144,
  agent: 168,
  campaign: 168,
  length: 80,
  cost: 80,
  tags: 168,
  score: 64,
  number: 136,
  reason: 160,
};

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
