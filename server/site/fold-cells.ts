/** One cell of a folded sheet: which drawing of the sprite, turned by how many degrees, in the strong tint or the pale one. */
export interface FoldCell {
  /** Counted along the rows, from 0. */
  cell: number;
  shape: number;
  turn: number;
  isStrong: boolean;
}

/** As many as `server/fold-shapes.ts` draws. */
const SHAPE_COUNT = 9;

/** How a sheet is folded. */
export interface FoldSheet {
  count: number;
  /** The cell that stays empty. */
  empty: number;
  /** One of the two is drawn, in the strong tint. */
  strong: readonly [number, number];
  /** Of how many in eight of the other cells something is drawn. */
  drawnOfEight: number;
}

/** The drawn cells of a sheet, the same for the same seed. */
export function foldCells(seed: number, { count, empty, strong, drawnOfEight }: FoldSheet): FoldCell[] {
  const strongCell = strong[mix(seed, 99) % 2];
  return Array.from({ length: count }, (_, cell) => cell)
    .filter((cell) => cell !== empty && (cell === strongCell || mix(seed, cell + 20) % 8 < drawnOfEight))
    .map((cell) => ({
      cell,
      shape: mix(seed, cell) % SHAPE_COUNT,
      turn: (mix(seed, cell + 40) % 4) * 90,
      isStrong: cell === strongCell,
    }));
}

/** A small integer hash, even enough to vary drawings. */
function mix(seed: number, salt: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
