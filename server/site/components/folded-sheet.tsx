const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** As many as `server/sprite.tsx` draws. */
const SHAPE_COUNT = 9;

interface FoldedSheetProps {
  /** Which drawing of the many: the same number gives the same sheet. */
  seed: number;
}

/** A sheet in one category's tints, its middle cell left free. Fills its box and is cropped to it. */
export function FoldedSheet({ seed }: FoldedSheetProps) {
  return (
    <svg
      className="absolute inset-0 size-full"
      viewBox="0 0 300 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {CELLS.filter((cell) => cell !== 4 && isDrawn(seed, cell)).map((cell) => {
        const [x, y] = [(cell % 3) * 100, Math.floor(cell / 3) * 100];
        const turn = (mix(seed, cell + 40) % 4) * 90;
        return (
          <use
            key={cell}
            href={`#fold-${mix(seed, cell) % SHAPE_COUNT}`}
            x={x}
            y={y}
            width="100"
            height="100"
            className={cell === strongCell(seed) ? 'fill-category/80' : 'fill-category-mid'}
            transform={turn ? `rotate(${turn} ${x + 50} ${y + 50})` : undefined}
          />
        );
      })}
    </svg>
  );
}

interface MosaicProps {
  /** Colour classes of the cells, nine of them or fewer. */
  colors: string[];
}

/** The nine-cell sheet of the front page: one niche a cell. */
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

/** A small integer hash, even enough to vary drawings. */
function mix(seed: number, salt: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

function isDrawn(seed: number, cell: number): boolean {
  return cell === strongCell(seed) || mix(seed, cell + 20) % 8 < 5;
}

/** One of the two cells beside the middle, which no crop cuts. */
function strongCell(seed: number): number {
  return mix(seed, 99) % 2 === 0 ? 3 : 5;
}
