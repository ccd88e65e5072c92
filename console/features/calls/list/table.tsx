/** The rows of the list; only visible ones are rendered, and the next page is read before the end is reached. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { useCan } from '../../session/role.js';
import { CALLS } from '../messages.js';
import { pageAddressesOf } from './call-query.js';
import styles from './calls.module.css';
import { CHECK_PX, COLUMN_PX, CONTACT_PX, type Column } from './columns.js';
import { CallRow, ENDS, type Listed, SelectAll } from './row.js';

const ROW_PX = 45;
/** A row with a snippet. */
const FOUND_PX = 80;
/** Rows before the end at which the next page is read. */
const AHEAD_ROWS = 60;

interface CallTableProps {
  readonly rows: readonly Listed[];
  readonly columns: readonly Column[];
  readonly chosen: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (callId: string, isSelected: boolean) => void;
  readonly onSelectAll: (isSelected: boolean) => void;
  readonly onPeek: (callId: string, atMs: number | null) => void;
  readonly onOpen: (callId: string) => void;
  /** Reads the next page; null if there is none, or if it is being read. */
  readonly onEndReached: (() => void) | null;
}

export const CallTable = (props: CallTableProps): ReactNode => {
  const { rows, columns, chosen, selected, onSelect, onSelectAll, onPeek, onOpen, onEndReached } = props;
  const scroller = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const addressOf = useMemo(() => pageAddressesOf(params), [params]);
  const canSelect = useCan('reviewVoiceCalls');
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ((rows[index]?.snippets.length ?? 0) > 0 ? FOUND_PX : ROW_PX),
    getItemKey: (index) => rows[index]?.call.id ?? index,
    overscan: 12,
    // Rows beyond the visible ones are there, so that rendering more can wait for the frame to be drawn.
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= rows.length - AHEAD_ROWS) onEndReached?.();
  }, [lastSeen, rows.length, onEndReached]);
  const chosenIndex = chosen === null ? -1 : rows.findIndex(({ call }) => call.id === chosen);
  useEffect(() => {
    if (chosenIndex >= 0) virtual.scrollToIndex(chosenIndex, { align: 'auto' });
  }, [chosenIndex, virtual]);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={CALLS.title}>
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <colgroup>
          {canSelect && <col style={{ width: CHECK_PX }} />}
          <col style={{ width: CONTACT_PX }} />
          {columns.map((column) => (
            <col key={column} style={{ width: COLUMN_PX[column] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {canSelect && (
              <th scope="col" className={styles.check}>
                <SelectAll
                  isAll={selected.size >= rows.length}
                  isSome={selected.size > 0}
                  onChange={onSelectAll}
                />
              </th>
            )}
            <th scope="col">{CALLS.contact}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={ENDS.has(column) ? styles.end : undefined}>
                {CALLS.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <Rest heightPx={before} />
        {items.map(({ index, key }) => {
          const listed = rows[index];
          if (listed === undefined) return null;
          const { id } = listed.call;
          return (
            <CallRow
              key={key}
              listed={listed}
              index={index}
              columns={columns}
              isChosen={id === chosen}
              isSelected={canSelect ? selected.has(id) : null}
              href={addressOf(id)}
              onSelect={onSelect}
              onPeek={onPeek}
              onOpen={onOpen}
              // Measuring lays the page out in the middle of a frame; rows without a snippet have a fixed height.
              measure={listed.snippets.length > 0 ? virtual.measureElement : null}
            />
          );
        })}
        <Rest heightPx={after} />
      </table>
    </section>
  );
};

/** The place of rows that are not rendered. */
const Rest = ({ heightPx }: { readonly heightPx: number }): ReactNode =>
  heightPx > 0 && (
    <tbody aria-hidden="true">
      <tr className={styles.rest}>
        <td style={{ height: heightPx }} />
      </tr>
    </tbody>
  );
