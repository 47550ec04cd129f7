import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

// node scripts/render-icons.ts: renders build/icon.svg into the icons of the three systems, beside it, and the site's
// own drawing into its favicon.ico. Run it after a drawing has changed, and commit the files that it writes.

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'build');
const site = path.join(root, 'server/site/public');
const drawing = readFileSync(path.join(folder, 'icon.svg'));

/** The drawing has a margin, as macOS requires; on other systems an icon fills its square. */
const MARGIN = 100;
const SIDE = 1024;

async function render(size: number, hasMargin: boolean): Promise<Buffer> {
  // Drawn at four times the size and scaled down, so that thin edges stay even.
  const large = sharp(drawing, { density: Math.min(2400, Math.max(72, (72 * size * 4) / SIDE)) });
  const { width = SIDE } = await large.metadata();
  const margin = hasMargin ? 0 : Math.round((width * MARGIN) / SIDE);
  const side = width - 2 * margin;
  return large
    .extract({ left: margin, top: margin, width: side, height: side })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The site's icon, which fills its square of 32. */
async function renderFavicon(size: number): Promise<Buffer> {
  const large = sharp(path.join(site, 'favicon.svg'), { density: (72 * size * 4) / 32 });
  return large.resize(size, size).png({ compressionLevel: 9 }).toBuffer();
}

/** Makes the icon for Windows: a directory of pictures, each a PNG (as Windows has read them since Vista). */
async function ico(sizes: number[], draw: (size: number) => Promise<Buffer>): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map(draw));
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, size] of sizes.entries()) {
    const length = pictures[index]?.length ?? 0;
    const at = 6 + 16 * index;
    // 256 is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([head, ...pictures]);
}

/** Makes the icon for macOS: chunks, each with a type of four letters, a length and a PNG. */
async function icns(types: [type: string, size: number][]): Promise<Buffer> {
  const chunks = await Promise.all(
    types.map(async ([type, size]) => {
      const picture = await render(size, true);
      return Buffer.concat([chunkHead(type, picture.length), picture]);
    }),
  );
  const body = Buffer.concat(chunks);
  return Buffer.concat([chunkHead('icns', body.length), body]);
}

function chunkHead(type: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(length + 8, 4);
  return head;
}

const write = (name: string, bytes: Buffer) => writeFileSync(path.join(folder, name), bytes);
write('icon.png', await render(512, false));
write('icon.ico', await ico([16, 24, 32, 48, 64, 128, 256], (size) => render(size, false)));
write(
  'icon.icns',
  await icns([
    ['ic11', 32],
    ['ic12', 64],
    ['ic07', 128],
    ['ic08', 256],
    ['ic13', 256],
    ['ic09', 512],
    ['ic14', 512],
    ['ic10', 1024],
  ]),
);
// The file that browsers and feed readers request without having read a page.
writeFileSync(path.join(site, 'favicon.ico'), await ico([16, 32, 48], renderFavicon));
