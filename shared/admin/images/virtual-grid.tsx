import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The gap between two cells, in pixels. */
const GAP = 16;
/** The number of rows that are rendered above and below the visible ones. */
const OVERSCAN = 2;

export interface VirtualGridProps {
  label: string;
  total: number;
  /** The least width of a cell, in pixels. It decides whether a phone shows two cells side by side. */
  cellWidth: number;
  /** Returns the height of a cell of this width before the cell has been measured, both in pixels. */
  cellHeight: (width: number) => number;
  /** Whether the grid scrolls with the page, or in the box around it. */
  scrolls: 'page' | 'box';
  renderCell: (index: number) => ReactNode;
  /** Called with the first and the last cell that are rendered. The function must keep its identity between renders. */
  onRange: (first: number, last: number) => void;
}

/** A grid of any number of cells, of which only those near the visible part are rendered. */
export function VirtualGrid(props: VirtualGridProps) {
  return props.scrolls === 'page' ? <PageGrid {...props} /> : <BoxGrid {...props} />;
}

function PageGrid(props: VirtualGridProps) {
  const grid = useRef<HTMLElement>(null);
  const { columns, cell, offset } = usePlace(grid, props, null);
  const rows = useWindowVirtualizer({
    count: Math.ceil(props.total / columns),
    estimateSize: () => cell + GAP,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  return <Rows grid={grid} rows={rows} {...{ columns, offset }} {...props} />;
}

function BoxGrid(props: VirtualGridProps) {
  const grid = useRef<HTMLElement>(null);
  const [box, setBox] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setBox(scrollerOf(grid.current)), []);
  const { columns, cell, offset } = usePlace(grid, props, box);
  const rows = useVirtualizer({
    count: Math.ceil(props.total / columns),
    getScrollElement: () => box,
    estimateSize: () => cell + GAP,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  return <Rows grid={grid} rows={rows} {...{ columns, offset }} {...props} />;
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let each = element?.parentElement ?? null; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return null;
}

/**
 * Returns how many columns there is room for, how high a cell may be, and how far the grid begins below the start of
 * the scrolled content.
 */
function usePlace(
  grid: RefObject<HTMLElement | null>,
  { cellWidth, cellHeight }: VirtualGridProps,
  box: HTMLElement | null,
) {
  const [width, setWidth] = useState(0);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (!grid.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(grid.current);
    setWidth(grid.current.clientWidth);
    return () => observer.disconnect();
  }, [grid]);
  // Measured after each render, because the content above the grid comes and goes.
  useLayoutEffect(() => {
    if (!grid.current) return;
    const top = grid.current.getBoundingClientRect().top;
    setOffset(Math.round(box ? top - box.getBoundingClientRect().top + box.scrollTop : top + window.scrollY));
  });
  const columns = Math.max(1, Math.floor((width + GAP) / (cellWidth + GAP)));
  const cell = cellHeight((width - GAP * (columns - 1)) / columns);
  return { columns, cell, offset };
}

interface RowsProps extends VirtualGridProps {
  grid: RefObject<HTMLElement | null>;
  /** The virtualizer of the page or of a box. */
  rows: Pick<Virtualizer<Window, Element>, 'getVirtualItems' | 'getTotalSize' | 'measureElement'>;
  columns: number;
  offset: number;
}

function Rows({ grid, rows, columns, offset, label, total, renderCell, onRange }: RowsProps) {
  const visible = rows.getVirtualItems();
  const first = (visible[0]?.index ?? 0) * columns;
  const last = Math.max(first, Math.min(total, ((visible.at(-1)?.index ?? 0) + 1) * columns) - 1);
  useEffect(() => onRange(first, last), [onRange, first, last]);
  return (
    <section ref={grid} aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
      {visible.map(({ index: row, start }) => (
        <ul
          key={row}
          data-index={row}
          ref={rows.measureElement}
          className="absolute inset-x-0 top-0 grid"
          style={{
            transform: `translateY(${start - offset}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gap: GAP,
            paddingBottom: GAP,
          }}
        >
          {Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) => row * columns + column).map(
            (index) => (
              <li key={index} aria-setsize={total} aria-posinset={index + 1}>
                {renderCell(index)}
              </li>
            ),
          )}
        </ul>
      ))}
    </section>
  );
}
