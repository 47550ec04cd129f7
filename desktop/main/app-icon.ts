import { nativeImage } from 'electron';
import { sheetBitmap } from './window/sheet-icon.ts';

/** Returns the product's mark at twice its displayed size, for screens with a high resolution. */
export function appIcon(size: number) {
  const pixels = size * 2;
  return nativeImage.createFromBitmap(Buffer.from(sheetBitmap(pixels)), {
    width: pixels,
    height: pixels,
    scaleFactor: 2,
  });
}
