/** What a table needs to know of its columns, and of its selection. */
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** px; `grow` shares the space that is left. */
  readonly minPx: number;
  readonly grow: number;
  /** Whether it has numbers or money, which are aligned at their end. */
  readonly isNumber?: boolean;
  /** Where it is in a narrow table: begins or ends the first line, in the second line, or left out. */
  readonly narrow: 'start' | 'end' | 'below' | 'never';
  /** Whether its title is read, but not shown. */
  readonly isUntitled?: boolean;
  /** The order that its title chooses. */
  readonly sort?: string;
  /** A link with `data-row-link` is the link of the whole row. */
  readonly cell: (row: Row) => ReactNode;
}

export interface TableSelection {
  /** Selects every row, also those that are not loaded. */
  readonly isAll: boolean;
  readonly keys: ReadonlySet<string>;
  /** Should be the same function in each render: the other rows are drawn again with a new one. */
  readonly onToggle: (key: string, isSelected: boolean) => void;
}
