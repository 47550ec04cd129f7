import { readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { cardSvg } from '#server/site/server/share-card/card-svg.ts';
import type { CardFaces } from '#server/site/server/share-card/typeface.ts';
import type { PictureRequest } from '#server/workers/picture-requests.ts';
import { loadCardFaces } from './card-faces.ts';
import { encodeAvif, encodeWidest } from './picture-encoding.ts';

let faces: Promise<CardFaces> | undefined;

/** Makes what was asked for: the whole file, which has its name for nobody else yet, or none. */
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

/** A card as PNG. It has few colours: a palette of 64 cannot be told from all of them, and needs half the bytes. */
async function drawCard(card: Extract<PictureRequest, { what: 'card' }>['card']): Promise<Buffer> {
  faces ??= loadCardFaces();
  const svg = cardSvg(card, await faces);
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 64, effort: 3, dither: 0 }).toBuffer();
}

/** The AVIF of a width; empty where it is not to be served. */
async function smallerAvif(request: Extract<PictureRequest, { what: 'avif' }>): Promise<Buffer> {
  const [original, webp] = await Promise.all([readFile(request.original), readFile(request.webp)]);
  const avif = await encodeAvif(original, { webp, width: request.width });
  return avif && avif.length < webp.length ? avif : Buffer.alloc(0);
}
