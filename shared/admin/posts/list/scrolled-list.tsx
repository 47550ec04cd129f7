import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface ScrolledListProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The height of a row before it is measured, in pixels. */
  rowHeight: number;
  children: (item: Item) => ReactNode;
}

/** The greatest height of the box in pixels: `max-h-80`. */
const HEIGHT = 320;
const OVERSCAN = 4;

/** A list in a box that scrolls: however many rows there are, only those near the visible part are drawn. */
export function ScrolledList<Item>({ label, items, keyOf, rowHeight, children }: ScrolledListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // The first rows are drawn before the box is measured.
    initialRect: { width: 0, height: HEIGHT },
  });
  return (
    <div ref={box} className="mt-2 max-h-80 overflow-y-auto">
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <li
                key={keyOf(item)}
                data-index={index}
                ref={rows.measureElement}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2"
                style={{ transform: `translateY(${start}px)` }}
              >
                {children(item)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
