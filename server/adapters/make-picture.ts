import { readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { cardSvg } from '#server/site/server/share-card/card-svg.ts';
import type { CardFaces } from '#server/site/server/share-card/typeface.ts';
import type { PictureRequest } from '#server/workers/picture-requests.ts';
import { loadCardFaces } from './card-faces.ts';
import { encodeAvif, encodeWidest } from './picture-encoding.ts';

let faces: Promise<CardFaces> | undefined;

/** Makes the requested file: either the whole file, under a name that nobody else knows yet, or none. */
export async function makePicture(request: PictureRequest): Promise<void> {
  const bytes = await bytesOf(request);
  try {
    await writeFile(request.file, bytes, { flush: true });
  } catch (error) {
    await rm(request.file, { force: true });
    throw error;
  }
}

async function bytesOf(request: PictureRequest): Promise<Buffer> {
  switch (request.what) {
    case 'card':
      return drawCard(request.card);
    case 'avif':
      return smallerAvif(request);
    case 'widest': {
      const [original, webp] = await Promise.all([readFile(request.original), readFile(request.webp)]);
      return (await encodeWidest(original, webp)) ?? Buffer.alloc(0);
    }
  }
}

/** Draws a card as PNG. It has few colours: a palette of 64 looks the same as all of them, and needs half the bytes. */
async function drawCard(card: Extract<PictureRequest, { what: 'card' }>['card']): Promise<Buffer> {
  faces ??= loadCardFaces();
  const svg = cardSvg(card, await faces);
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 64, effort: 3, dither: 0 }).toBuffer();
}

/** Makes the AVIF of a width; returns no bytes when it should not be served. */
async function smallerAvif(request: Extract<PictureRequest, { what: 'avif' }>): Promise<Buffer> {
  const [original, webp] = await Promise.all([readFile(request.original), readFile(request.webp)]);
  const avif = await encodeAvif(original, { webp, width: request.width });
  return avif && avif.length < webp.length ? avif : Buffer.alloc(0);
}
