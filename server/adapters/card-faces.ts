import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Blob, Face, Font, Buffer as Line, shape, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import type { CardFaces, Typeface } from '#server/site/server/share-card/typeface.ts';

// The typefaces of the pages, from the same files that browsers load. HarfBuzz sets them as browsers do: with kerning,
// at any weight, and headlines in the variant for large sizes.

const { resolve } = createRequire(import.meta.url);
const NEWSREADER = ['latin', 'latin-ext', 'vietnamese'].map(
  (part) => `@fontsource-variable/newsreader/files/newsreader-${part}-opsz-normal.woff2`,
);
const SCHIBSTED = ['latin', 'latin-ext'].map(
  (part) => `@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-${part}-wght-normal.woff2`,
);
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Loads the typefaces of the cards. */
export async function loadCardFaces(): Promise<CardFaces> {
  const newsreader = await Promise.all(NEWSREADER.map(loadFace));
  const schibsted = await Promise.all(SCHIBSTED.map(loadFace));
  return {
    headline: typeface(newsreader, { opsz: 72, wght: 560 }),
    small: typeface(schibsted, { wght: 400 }),
    smallStrong: typeface(schibsted, { wght: 600 }),
  };
}

async function loadFace(file: string): Promise<Face> {
  return new Face(new Blob(await decompress(await readFile(resolve(file)))));
}

/** Creates a typeface from several files, each with other characters; the first file that has a character draws it. */
function typeface(faces: Face[], axes: Record<string, number>): Typeface {
  const cuts = faces.map((face) => {
    const font = new Font(face);
    font.setVariations(Object.entries(axes).map(([axis, value]) => new Variation(axis, value)));
    return { font, perEm: face.upem, characters: new Set(face.collectUnicodes()) };
  });
  const cutFor = (text: string) =>
    cuts.find(({ characters }) => [...text].every((character) => characters.has(character.codePointAt(0) ?? 0)));

  /** Returns the glyphs of a line with their places, in pixels from its beginning. */
  const set = (text: string, size: number) => {
    const glyphs: { draw: (x: number, y: number) => string; at: number }[] = [];
    let at = 0;
    for (const run of runsOf(text, cutFor)) {
      const { font, perEm } = run.cut;
      const scale = size / perEm;
      const line = new Line();
      line.addText(run.text);
      line.guessSegmentProperties();
      shape(font, line);
      const infos = line.getGlyphInfos();
      for (const [index, { xAdvance, xOffset = 0, yOffset = 0 }] of line.getGlyphPositions().entries()) {
        const id = infos[index]?.codepoint ?? 0;
        glyphs.push({
          at: at + xOffset * scale,
          draw: (x, y) => outlineOf(font, id, { x, y: y - yOffset * scale, scale }),
        });
        at += xAdvance * scale;
      }
    }
    return { glyphs, width: at };
  };
  return {
    covers: (text) => [...GRAPHEMES.segment(text)].every(({ segment }) => cutFor(segment) !== undefined),
    width: (text, size) => set(text, size).width,
    outline: (text, x, y, size) =>
      set(text, size)
        .glyphs.map(({ draw, at }) => draw(x + at, y))
        .join(''),
  };
}

/** Splits a text into the longest runs that one file can draw. Characters that no file has are left out. */
function runsOf<Cut>(text: string, cutFor: (text: string) => Cut | undefined): { text: string; cut: Cut }[] {
  const runs: { text: string; cut: Cut }[] = [];
  for (const { segment } of GRAPHEMES.segment(text)) {
    const cut = cutFor(segment);
    const last = runs.at(-1);
    if (cut === undefined) continue;
    if (last?.cut === cut) last.text += segment;
    else runs.push({ text: segment, cut });
  }
  return runs;
}

/** Returns a glyph as SVG path data, exact to a tenth of a pixel. In the font itself, y grows upwards. */
function outlineOf(font: Font, id: number, { x, y, scale }: { x: number; y: number; scale: number }): string {
  return font
    .glyphToJson(id)
    .map(({ type, values }) => {
      const places = values.map((value, index) => (index % 2 === 0 ? x + value * scale : y - value * scale));
      return type + places.map((place) => Math.round(place * 10) / 10).join(' ');
    })
    .join('');
}
