/** A row of a table: its columns next to each other or, where there is little room, in two lines. */
import { type ReactNode, useMemo } from 'react';
import { classes } from '../classes.js';
import { COMMON } from '../messages.js';
import type { TableColumn, TableSelection } from './table-column.js';
import styles from './VirtualTable.module.css';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly name: string;
  readonly index: number;
  readonly startPx: number;
  readonly heightPx: number;
  readonly columns: readonly TableColumn<Row>[];
  /** Widths of the columns, as a grid has them. */
  readonly tracks: string;
  readonly isNarrow: boolean;
  readonly isChosen: boolean;
  /** Whether all rows are selected together. */
  readonly isAll: boolean;
  /** Null: it cannot be selected. */
  readonly isSelected: boolean | null;
  readonly onToggle: TableSelection['onToggle'] | null;
}

/** Drawn again only when something of it changes: while the table scrolls, most rows stay as they are. */
export const TableRow = <Row,>({
  row,
  rowKey,
  name,
  index,
  startPx,
  heightPx,
  columns,
  tracks,
  isNarrow,
  isChosen,
  isAll,
  isSelected,
  onToggle,
}: TableRowProps<Row>): ReactNode => {
  const cells = useMemo(
    () => (isNarrow ? <NarrowCells row={row} columns={columns} /> : <Cells row={row} columns={columns} />),
    [row, columns, isNarrow],
  );
  return useMemo(
    () => (
      <tr
        aria-rowindex={index + 2}
        aria-current={isChosen ? 'true' : undefined}
        className={classes(styles.row, isNarrow ? styles.twoLines : styles.wide, isChosen && styles.current)}
        style={{
          transform: `translateY(${startPx}px)`,
          height: heightPx,
          ...(isNarrow ? {} : { gridTemplateColumns: tracks }),
        }}
      >
        {isSelected !== null && (
          <td className={styles.above}>
            <input
              type="checkbox"
              aria-label={COMMON.table.select(name)}
              checked={isSelected}
              disabled={isAll}
              onChange={({ target }) => onToggle?.(rowKey, target.checked)}
            />
          </td>
        )}
        {cells}
      </tr>
    ),
    [rowKey, name, index, startPx, heightPx, tracks, isNarrow, isChosen, isAll, isSelected, onToggle, cells],
  );
};

interface CellsProps<Row> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
}

const Cells = <Row,>({ row, columns }: CellsProps<Row>): ReactNode =>
  columns.map((column) => (
    <td key={column.key} className={classes(styles.value, column.isNumber === true && styles.figures)}>
      {column.cell(row)}
    </td>
  ));

const NarrowCells = <Row,>({ row, columns }: CellsProps<Row>): ReactNode => {
  const cellsAt = (place: TableColumn<Row>['narrow']): readonly ReactNode[] =>
    columns
      .filter(({ narrow }) => narrow === place)
      .map(({ key, cell }) => (
        <span key={key} className={styles.part}>
          {cell(row)}
        </span>
      ));
  return (
    <td className={styles.parts}>
      <span className={styles.first}>
        {cellsAt('start')}
        {cellsAt('end')}
      </span>
      <span className={styles.second}>{cellsAt('below')}</span>
    </td>
  );
};
