import { nativeImage } from 'electron';
import { sheetBitmap } from './window/sheet-icon.ts';

/** The mark at twice the size it is shown at, for screens that have the pixels. */
export function appIcon(size: number) {
  const pixels = size * 2;
  return nativeImage.createFromBitmap(Buffer.from(sheetBitmap(pixels)), {
    width: pixels,
    height: pixels,
    scaleFactor: 2,
  });
}
