/**
 * Renders the pictures of the welcome posts and the site's icons from their SVG sources: `node
 * server/db/seed-content/pictures/draw.ts`. The rendered files are committed; nothing is drawn at run time.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

interface Drawing {
  /** Absolute path of the SVG. */
  source: string;
  /** Absolute path of the rendered file; the extension names the format. */
  target: string;
  /** Pixels. */
  width: number;
  height: number;
  /** The limit, in bytes, under which the rendered file has to stay. */
  limit: number;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Absolute path of a file at the site's root. */
export const site = (path: string) => here(`../../../site/public/${path}`);

const picture = (name: string): Drawing => ({
  source: here(`${name}.svg`),
  target: here(`${name}.jpg`),
  width: 1600,
  height: 1000,
  limit: 120 * 1024,
});

const icon = (source: string, name: string, size: number): Drawing => ({
  source,
  target: site(name),
  width: size,
  height: size,
  limit: 20 * 1024,
});

/** Every rendered file, with its source and its limits. */
export const drawings: readonly Drawing[] = [
  picture('paper-boat'),
  picture('nine-squares'),
  picture('fold-in-thirds'),
  picture('loaf-and-day'),
  icon(site('favicon.svg'), 'favicon-32.png', 32),
  icon(site('favicon.svg'), 'icon-192.png', 192),
  icon(site('favicon.svg'), 'icon-512.png', 512),
  icon(here('brand/icon-square.svg'), 'apple-touch-icon.png', 180),
  icon(here('brand/icon-maskable.svg'), 'icon-maskable-512.png', 512),
];

/** Draws a source in the size and format of its target; returns the file's bytes. */
export async function render({ source, target, width, height }: Drawing): Promise<Buffer> {
  const { width: natural } = await sharp(source).metadata();
  // An SVG is rasterised at its own size before it is resized, so a small one has to be rasterised larger.
  const density = Math.ceil((72 * Math.max(width, natural)) / natural);
  const image = sharp(source, { density }).resize(width, height);
  return target.endsWith('.jpg')
    ? image
        .flatten({ background: '#FBFAF7' })
        .jpeg({ quality: 77, mozjpeg: true, chromaSubsampling: '4:4:4' })
        .toBuffer()
    : image.png({ palette: true, effort: 10, dither: 0.6 }).toBuffer();
}

async function draw(drawing: Drawing): Promise<void> {
  const file = await render(drawing);
  if (file.length >= drawing.limit) {
    throw new Error(`${drawing.target} would have ${file.length} bytes, ${drawing.limit} is the limit`);
  }
  await writeFile(drawing.target, file);
  console.info(`${drawing.target}: ${drawing.width} × ${drawing.height}, ${(file.length / 1024).toFixed(1)} KiB`);
}

if (import.meta.main) for (const drawing of drawings) await draw(drawing);
