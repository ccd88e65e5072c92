/**
 * A table of any length, of which only the visible rows are in the page. Where it has little room, a row shows its
 * columns in two lines.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { classes } from '../classes.js';
import { COMMON } from '../messages.js';
import { TableRow } from './TableRow.js';
import type { TableColumn, TableSelection } from './table-column.js';
import styles from './VirtualTable.module.css';

interface Order {
  readonly by: string;
  readonly direction: 'ascending' | 'descending';
}

interface VirtualTableProps<Row> {
  readonly label: string;
  /** Should be the same array in each render, as `onToggle`. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Name of a row, for its checkbox. */
  readonly nameOf: (row: Row) => string;
  readonly chosen?: string | null;
  /** Null: rows cannot be selected. */
  readonly selection?: TableSelection | null;
  /** The order of the rows. */
  readonly sort?: Order;
  readonly onSort?: (by: string) => void;
  /** Reads the next page; null if there is none, or if it is being read. */
  readonly onEndReached: (() => void) | null;
  /** The number of all rows, if it is known. */
  readonly total?: number | null;
}

const ROW_PX = 44;
const NARROW_ROW_PX = 60;
const HEAD_PX = 36;
/** Below this width a row takes two lines, px. */
const NARROW_PX = 600;
/** As in the style sheet. */
const GAP_PX = 12;
const CHECK_PX = 24;
/** Rows before the end at which the next page is read. */
const AHEAD_ROWS = 60;

export const VirtualTable = <Row,>(props: VirtualTableProps<Row>): ReactNode => {
  const { label, columns, rows, keyOf, nameOf, chosen, selection = null, onEndReached, total = null } = props;
  const scroller = useRef<HTMLElement>(null);
  const isNarrow = useIsNarrow(scroller);
  const heightPx = isNarrow ? NARROW_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    overscan: 12,
    // Rows beyond the visible ones are there, so that rendering more can wait for the frame to be drawn.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights have changed.
  useEffect(() => virtual.measure(), [virtual, heightPx]);
  const items = virtual.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= rows.length - AHEAD_ROWS) onEndReached?.();
  }, [lastSeen, rows.length, onEndReached]);
  const hasChecks = selection !== null;
  const { tracks, minPx } = useMemo(() => shapeOf(columns, hasChecks), [columns, hasChecks]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={label}>
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={total === null ? -1 : total + 1}
        style={isNarrow ? {} : { minWidth: minPx }}
      >
        <Head {...props} tracks={tracks} isNarrow={isNarrow} />
        <tbody className={styles.body} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = keyOf(row);
            return (
              <TableRow
                key={key}
                row={row}
                rowKey={key}
                name={nameOf(row)}
                index={index}
                startPx={start}
                heightPx={heightPx}
                columns={columns}
                tracks={tracks}
                isNarrow={isNarrow}
                isChosen={key === chosen}
                isAll={selection?.isAll ?? false}
                isSelected={selection === null ? null : selection.isAll || selection.keys.has(key)}
                onToggle={selection?.onToggle ?? null}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

/** The widths of the columns, and of all of them together. */
const shapeOf = <Row,>(columns: readonly TableColumn<Row>[], hasChecks: boolean) => ({
  tracks: [
    ...(hasChecks ? [`${CHECK_PX}px`] : []),
    ...columns.map(({ minPx, grow }) => (grow === 0 ? `${minPx}px` : `minmax(${minPx}px, ${grow}fr)`)),
  ].join(' '),
  minPx:
    columns.reduce((sum, { minPx }) => sum + minPx + GAP_PX, GAP_PX) + (hasChecks ? CHECK_PX + GAP_PX : 0),
});

/** Whether the table has little room, wherever it stands. */
const useIsNarrow = (scroller: { readonly current: HTMLElement | null }): boolean => {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const { current: element } = scroller;
    if (element === null) return;
    const watcher = new ResizeObserver(() => setNarrow(element.clientWidth < NARROW_PX));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [scroller]);
  return isNarrow;
};

interface HeadProps<Row> extends VirtualTableProps<Row> {
  readonly tracks: string;
  readonly isNarrow: boolean;
}

const Head = <Row,>({ columns, selection = null, sort, onSort, tracks, isNarrow }: HeadProps<Row>) => (
  <thead className={isNarrow ? 'hidden' : styles.head}>
    <tr aria-rowindex={1} className={styles.wide} style={{ gridTemplateColumns: tracks, height: HEAD_PX }}>
      {selection !== null && (
        <th scope="col">
          <span className="hidden">{COMMON.table.selected}</span>
        </th>
      )}
      {columns.map((column) => (
        <th
          key={column.key}
          scope="col"
          className={classes(styles.title, column.isNumber === true && styles.figures)}
          aria-sort={column.sort !== undefined && column.sort === sort?.by ? sort.direction : undefined}
        >
          {column.sort === undefined || onSort === undefined || isNarrow ? (
            <span className={column.isUntitled === true ? 'hidden' : undefined}>{column.title}</span>
          ) : (
            <SortButton title={column.title} by={column.sort} sort={sort} onSort={onSort} />
          )}
        </th>
      ))}
    </tr>
  </thead>
);

interface SortButtonProps {
  readonly title: string;
  readonly by: string;
  readonly sort: Order | undefined;
  readonly onSort: (by: string) => void;
}

const SortButton = ({ title, by, sort, onSort }: SortButtonProps): ReactNode => (
  <button
    type="button"
    className={styles.order}
    title={COMMON.table.sortBy(title)}
    onClick={() => onSort(by)}
  >
    {title}
    {by === sort?.by && <span aria-hidden="true">{sort.direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
  </button>
);
