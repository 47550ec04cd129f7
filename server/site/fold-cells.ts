/** One cell of a folded sheet: its drawing in the sprite, its turn in degrees, and its tint, strong or pale. */
export interface FoldCell {
  /** The number of the cell, counted along the rows, from 0. */
  cell: number;
  shape: number;
  turn: number;
  isStrong: boolean;
}

/** The number of shapes that `server/fold-shapes.ts` draws. */
const SHAPE_COUNT = 9;

/** The rules by which a sheet is folded. */
export interface FoldSheet {
  count: number;
  /** The cell that stays empty. */
  empty: number;
  /** Two cells of which one is drawn in the strong tint. */
  strong: readonly [number, number];
  /** How many in eight of the other cells hold a drawing. */
  drawnOfEight: number;
}

/** Returns the drawn cells of a sheet, the same for the same seed. */
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

/** A small integer hash, uniform enough to vary drawings. */
function mix(seed: number, salt: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
