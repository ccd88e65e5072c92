/** Many calls, as cards or as rows; only visible ones are rendered. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActiveCall } from './active-call.js';
import type { Alarm } from './alarms.js';
import styles from './call-list.module.css';
import { LIVE } from './messages.js';
import { Tile } from './tile.js';
import type { AlarmsById } from './use-alarms.js';
import type { VoiceBoard } from './voice-board.js';

export type Layout = 'cards' | 'rows';

/** The same object each time, so that a tile without alarms is not rendered again. */
const NO_ALARMS: readonly Alarm[] = [];
/** px, as in tile.module.css. */
const CARD = { height: 144, width: 300, gap: 8 } as const;
const ROW = { wide: 48, narrow: 76, wideFrom: 720 } as const;

interface CallListProps {
  readonly calls: readonly ActiveCall[];
  readonly alarms: AlarmsById;
  readonly chosen: string | null;
  readonly layout: Layout;
  readonly board: VoiceBoard;
  readonly loadDetails: (id: string) => void;
  /** The pointer has come over the list, or left it. */
  readonly onPointer: (isOver: boolean) => void;
}

/** The width of the list, px. */
const useWidth = (element: { readonly current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const watching = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watching.observe(element.current);
    return () => watching.disconnect();
  }, [element]);
  return width;
};

export const CallList = ({
  calls,
  alarms,
  chosen,
  layout,
  board,
  loadDetails,
  onPointer,
}: CallListProps): ReactNode => {
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const isWide = width >= ROW.wideFrom;
  const columns =
    layout === 'rows' ? 1 : Math.max(1, Math.floor((width + CARD.gap) / (CARD.width + CARD.gap)));
  const height = layout === 'cards' ? CARD.height + CARD.gap : isWide ? ROW.wide : ROW.narrow;
  const lines = useVirtualizer({
    count: Math.ceil(calls.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: layout === 'cards' ? 1 : 4,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measurements of the previous layout are stale.
  useEffect(() => lines.measure(), [lines, height, columns]);
  const index = calls.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    if (index >= 0) lines.scrollToIndex(Math.floor(index / columns), { align: 'auto' });
  }, [lines, index, columns]);
  return (
    <section
      ref={scroller}
      className={styles.list}
      data-layout={layout === 'cards' ? 'cards' : isWide ? 'wide-rows' : 'rows'}
      onPointerEnter={() => onPointer(true)}
      onPointerLeave={() => onPointer(false)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
      tabIndex={0}
      aria-label={LIVE.count(calls.length)}
    >
      <ul style={{ height: lines.getTotalSize() }}>
        {width > 0 &&
          lines.getVirtualItems().flatMap(({ index: line, start }) =>
            calls.slice(line * columns, (line + 1) * columns).map((call, column) => (
              <li
                key={call.id}
                style={{
                  transform: `translate(${(column * (width + CARD.gap)) / columns}px, ${start}px)`,
                  width: layout === 'cards' ? (width + CARD.gap) / columns - CARD.gap : width,
                }}
              >
                <Tile
                  call={call}
                  alarms={alarms.get(call.id) ?? NO_ALARMS}
                  board={board}
                  isChosen={call.id === chosen}
                  loadDetails={loadDetails}
                />
              </li>
            )),
          )}
      </ul>
    </section>
  );
};
