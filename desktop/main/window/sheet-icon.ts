/** The accent of `shared/ui/theme.css`, blue first, as bitmaps of the system have it. */
const ACCENT = [0x1a, 0x34, 0xb4] as const;
const FULL = 255;
const FAINT = 96;

/**
 * The product's mark, a sheet of nine cells, as pixels: four bytes each (blue, green, red, alpha, premultiplied), row by
 * row, `size` pixels wide and high.
 */
export function sheetBitmap(size: number): Uint8Array {
  const pixels = new Uint8Array(size * size * 4);
  const cell = (place: number) => Math.min(2, Math.floor((place * 3) / size));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const alpha = (cell(x) + cell(y)) % 2 === 0 ? FULL : FAINT;
      const color = ACCENT.map((part) => Math.round((part * alpha) / FULL));
      pixels.set([...color, alpha], (y * size + x) * 4);
    }
  }
  return pixels;
}
