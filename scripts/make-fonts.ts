import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compress, decompress } from 'woff2-encoder';
import { readTables, writeTables } from './font-tables.ts';

// node scripts/make-fonts.ts: cuts the faces that a page begins with out of the packages' files, into shared/ui/fonts.
// Run it after a new version of a font package, check shared/ui/fonts.css, and commit the files that it writes.

const { resolve } = createRequire(import.meta.url);
const folder = path.join(path.dirname(import.meta.dirname), 'shared/ui/fonts');

/**
 * The characters of English, and the signs in Ninefold's own texts. `fonts.css` names the same characters as
 * `unicode-range`.
 */
const ASCII = characters(0x20, 0x7e);
const BASIC = `${ASCII}\u00a0©·×–—‘’“”•…−`;
const LATIN = [...characters(0xa1, 0xff)].filter((letter) => !BASIC.includes(letter)).join('');

interface Cut {
  file: string;
  from: string;
  text: string;
  /** The range of an axis, or the value at which it is fixed. */
  axes: Record<string, number | [number, number]>;
  /** The weight whose kerning is used for all weights, if there are several: the weight of most text in this face. */
  kernedAt?: number;
}

const TEXT_WEIGHTS: Cut['axes'] = { wght: [400, 700] };
const HEADLINES: Cut['axes'] = { opsz: 60, wght: 540 };
const cuts: Cut[] = [
  {
    file: 'newsreader-basic',
    from: 'newsreader/files/newsreader-latin-wght-normal',
    text: BASIC,
    axes: TEXT_WEIGHTS,
    kernedAt: 400,
  },
  {
    file: 'newsreader-italic-basic',
    from: 'newsreader/files/newsreader-latin-wght-italic',
    text: BASIC,
    axes: TEXT_WEIGHTS,
    kernedAt: 400,
  },
  {
    file: 'schibsted-grotesk-basic',
    from: 'schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal',
    text: BASIC,
    axes: TEXT_WEIGHTS,
    kernedAt: 550,
  },
  // Headlines: the cut that is drawn for large sizes, in its only weight.
  { file: 'newsreader-display', from: 'newsreader/files/newsreader-latin-opsz-normal', text: BASIC, axes: HEADLINES },
  {
    file: 'newsreader-display-latin',
    from: 'newsreader/files/newsreader-latin-opsz-normal',
    text: LATIN,
    axes: HEADLINES,
  },
];

/** HarfBuzz as its package provides it: C functions, whose arguments are numbers and addresses. */
const module = new WebAssembly.Module(readFileSync(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
const { memory, ...functions } = new WebAssembly.Instance(module).exports as { memory: WebAssembly.Memory } & Record<
  string,
  (...values: number[]) => number
>;

/** Calls a function of HarfBuzz. Throws when it returns 0, which signals a failure. */
function call(name: string, ...values: number[]): number {
  const answer = functions[name]?.(...values);
  if (answer === 0) throw new Error(`${name} failed`);
  return answer ?? 0;
}

/** The number of a kind of set in a request (hb_subset_sets_t). */
const FEATURES = 6;

/**
 * Returns the part of a font that draws `text` within `axes`, with kerning and ligatures, without its other features.
 * It keeps its few instructions: they say that letters need none, and without them Linux fits each letter to whole
 * pixels.
 */
function subset(font: Uint8Array, { text, axes }: Pick<Cut, 'text' | 'axes'>): Uint8Array {
  const at = call('malloc', font.length);
  new Uint8Array(memory.buffer).set(font, at);
  const face = call('hb_face_create', call('hb_blob_create', at, font.length, 2, 0, 0), 0);
  const request = call('hb_subset_input_create_or_fail');
  const wanted = call('hb_subset_input_unicode_set', request);
  for (const character of text) functions.hb_set_add?.(wanted, character.codePointAt(0) ?? 0);
  const features = call('hb_subset_input_set', request, FEATURES);
  functions.hb_set_clear?.(features);
  for (const feature of ['kern', 'liga', 'tnum']) functions.hb_set_add?.(features, tag(feature));
  for (const [axis, place] of Object.entries(axes)) {
    if (typeof place === 'number') call('hb_subset_input_pin_axis_location', request, face, tag(axis), place);
    else call('hb_subset_input_set_axis_range', request, face, tag(axis), ...place, Number.NaN);
  }
  const blob = call('hb_face_reference_blob', call('hb_subset_or_fail', face, request));
  const [begin, length] = [call('hb_blob_get_data', blob, 0), call('hb_blob_get_length', blob)];
  return new Uint8Array(memory.buffer).slice(begin, begin + length);
}

/**
 * Does the same, with the kerning of one weight. The kerning of the other weights is a sixth to a quarter of the file;
 * at the weights in use, it differs by more than a fiftieth of an em for one pair in a thousand.
 */
function kernAlike(font: Uint8Array, { text, axes }: Pick<Cut, 'text' | 'axes'>, weight: number): Uint8Array {
  const tables = readTables(subset(font, { text, axes }));
  const kerned = readTables(subset(font, { text, axes: { ...axes, wght: weight } }));
  for (const name of ['GPOS', 'GDEF']) {
    const table = kerned.get(name);
    if (table) tables.set(name, table);
    else tables.delete(name);
  }
  return writeTables(tables);
}

/** Returns four letters in OpenType's form of the name of an axis or a feature. */
function tag(name: string): number {
  return [...name].reduce((value, letter) => value * 256 + letter.charCodeAt(0), 0);
}

function characters(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

for (const { file, from, kernedAt, ...part } of cuts) {
  const font = await decompress(readFileSync(resolve(`@fontsource-variable/${from}.woff2`)));
  const made = await compress(kernedAt ? kernAlike(font, part, kernedAt) : subset(font, part));
  writeFileSync(path.join(folder, `${file}.woff2`), made);
  console.log(`${file}.woff2: ${made.length.toLocaleString('en-US')} bytes`);
}
for (const family of ['newsreader', 'schibsted-grotesk']) {
  const licence = readFileSync(resolve(`@fontsource-variable/${family}/LICENSE`));
  writeFileSync(path.join(folder, `LICENSE-${family}`), licence);
}
