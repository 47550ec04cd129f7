import { type FoldSheet, foldCells } from '../fold-cells.ts';

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** The middle stays free for an icon; the strong cell is one of the two beside the middle, which no crop cuts off. */
const SHEET: FoldSheet = { count: 9, empty: 4, strong: [3, 5], drawnOfEight: 5 };

interface FoldedSheetProps {
  /** Selects one of the many drawings: the same number gives the same sheet. */
  seed: number;
}

/** A sheet in one category's tints, with an empty middle cell. It fills its box and is cropped to it. */
export function FoldedSheet({ seed }: FoldedSheetProps) {
  return (
    <svg
      className="absolute inset-0 size-full"
      viewBox="0 0 300 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {foldCells(seed, SHEET).map(({ cell, shape, turn, isStrong }) => {
        const [x, y] = [(cell % 3) * 100, Math.floor(cell / 3) * 100];
        return (
          <use
            key={cell}
            href={`#fold-${shape}`}
            x={x}
            y={y}
            width="100"
            height="100"
            className={isStrong ? 'fill-category/80' : 'fill-category-mid'}
            transform={turn ? `rotate(${turn} ${x + 50} ${y + 50})` : undefined}
          />
        );
      })}
    </svg>
  );
}

interface MosaicProps {
  /** Colour classes of the cells, at most nine. */
  colors: string[];
}

/** The nine-cell sheet of the front page: one niche for each cell. */
export function Mosaic({ colors }: MosaicProps) {
  return (
    <div className="folded folded-square relative grid grid-cols-9 overflow-hidden md:grid-cols-3" aria-hidden="true">
      {CELLS.map((cell) => (
        <svg
          key={cell}
          className={`aspect-square w-full bg-category-soft ${colors[cell % Math.max(colors.length, 1)] ?? ''}`}
          viewBox="0 0 100 100"
          aria-hidden="true"
          focusable="false"
        >
          <use
            href={`#fold-${MOSAIC[cell]?.shape}`}
            width="100"
            height="100"
            className={MOSAIC[cell]?.strong ? 'fill-category' : 'fill-category-mid'}
            transform={`rotate(${MOSAIC[cell]?.turn} 50 50)`}
          />
        </svg>
      ))}
    </div>
  );
}

const MOSAIC = [
  { shape: 1, turn: 0, strong: false },
  { shape: 8, turn: 0, strong: false },
  { shape: 5, turn: 0, strong: false },
  { shape: 3, turn: 90, strong: false },
  { shape: 4, turn: 0, strong: true },
  { shape: 7, turn: 0, strong: false },
  { shape: 6, turn: 0, strong: false },
  { shape: 2, turn: 0, strong: false },
  { shape: 0, turn: 180, strong: false },
];
