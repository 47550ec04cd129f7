/** The accent of `shared/ui/theme.css`, blue first, as in the system's bitmaps. */
const ACCENT = [0x1a, 0x34, 0xb4] as const;
const FULL = 255;
const FAINT = 96;

/**
 * Returns the product's mark, a sheet of nine cells, as pixels: four bytes each (blue, green, red, alpha,
 * premultiplied), row by row, `size` pixels wide and high.
 */
export function sheetBitmap(size: number): Uint8Array {
  const cells = Array.from({ length: size }, (_, place) => Math.min(2, Math.floor((place * 3) / size)));
  const row = (colors: readonly number[][]) => Uint8Array.from(cells.flatMap((cell) => colors[cell % 2] ?? []));
  // There are only two different rows: a row of cells begins with the full colour, or with the faint one.
  const rows = [row([colorOf(FULL), colorOf(FAINT)]), row([colorOf(FAINT), colorOf(FULL)])];
  const pixels = new Uint8Array(size * size * 4);
  for (const [y, cell] of cells.entries()) pixels.set(rows[cell % 2] ?? [], y * size * 4);
  return pixels;
}

const colorOf = (alpha: number) => [...ACCENT.map((part) => Math.round((part * alpha) / FULL)), alpha];
