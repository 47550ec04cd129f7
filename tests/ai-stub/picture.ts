import sharp from 'sharp';
import { seededRandom, seedOf } from './random.ts';

const PALETTES = [
  ['#22313f', '#e8c07d', '#c8553d', '#f7efe2'],
  ['#1f3b2d', '#9bc1a3', '#e3b505', '#f4f1de'],
  ['#2b2d42', '#8d99ae', '#ef8354', '#edf2f4'],
  ['#3d2645', '#832161', '#da4167', '#f0eff4'],
] as const;

/** Draws a different picture for each prompt, as PNG: sky, sun, hills. Sizes in pixels. */
export async function drawPicture(prompt: string, width: number, height: number): Promise<Buffer> {
  const random = seededRandom(seedOf(prompt));
  const [dark, middle, bright, light] = PALETTES[Math.floor(random() * PALETTES.length)] ?? PALETTES[0];
  const hill = (base: number, fill: string) => {
    const points = Array.from({ length: 9 }, (_, at) => {
      const y = height * (base + (random() - 0.5) * 0.18);
      return `${Math.round((at * width) / 8)},${Math.round(y)}`;
    });
    return `<polygon fill="${fill}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`;
  };
  const sun = `<circle fill="${bright}" cx="${Math.round(width * (0.2 + random() * 0.6))}" cy="${Math.round(height * 0.35)}" r="${Math.round(height * 0.14)}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${light}"/>${sun}${hill(0.6, middle)}${hill(0.78, dark)}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: light }).png().toBuffer();
}
