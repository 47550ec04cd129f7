/**
 * Hue in degrees and chroma of each category class, the same as in shared/ui/categories.css; a test compares the two.
 */
export const CATEGORY_HUES: ReadonlyMap<string, { hue: number; chroma: number }> = new Map([
  ['category-technology', { hue: 255, chroma: 0.14 }],
  ['category-lifestyle', { hue: 350, chroma: 0.14 }],
  ['category-business', { hue: 235, chroma: 0.1 }],
  ['category-travel', { hue: 200, chroma: 0.08 }],
  ['category-health', { hue: 165, chroma: 0.1 }],
  ['category-fitness', { hue: 35, chroma: 0.14 }],
  ['category-food-nutrition', { hue: 55, chroma: 0.115 }],
  ['category-mental-health', { hue: 300, chroma: 0.14 }],
  ['category-personal-development', { hue: 85, chroma: 0.095 }],
  ['category-finance', { hue: 145, chroma: 0.14 }],
  ['category-relationships', { hue: 10, chroma: 0.14 }],
  ['category-career', { hue: 275, chroma: 0.14 }],
  ['category-education', { hue: 220, chroma: 0.085 }],
  ['category-entertainment', { hue: 325, chroma: 0.14 }],
  ['category-home-garden', { hue: 125, chroma: 0.12 }],
]);

/** A category's tints in the light theme, as "#rrggbb". */
export interface CategoryTints {
  strong: string;
  mid: string;
  soft: string;
}

/** The light theme's lightness and largest chroma of each tint, the same as in shared/ui/theme.css. */
export const TINTS = {
  strong: { lightness: 0.48, chroma: 0.14 },
  mid: { lightness: 0.84, chroma: 0.07 },
  soft: { lightness: 0.945, chroma: 0.026 },
};

/** The tints for a category without a colour of ours: the accent, as on the pages. */
const NO_CATEGORY: CategoryTints = { strong: '#b4341a', mid: '#f0c4b4', soft: '#f9e9e3' };

/** Returns the tints of a category's class, or those of the accent. */
export function categoryTints(color: string): CategoryTints {
  const found = CATEGORY_HUES.get(color);
  if (!found) return NO_CATEGORY;
  const tint = ({ lightness, chroma }: { lightness: number; chroma: number }) =>
    oklchToHex(lightness, Math.min(found.chroma, chroma), found.hue);
  return { strong: tint(TINTS.strong), mid: tint(TINTS.mid), soft: tint(TINTS.soft) };
}

/**
 * Converts a colour from OKLCH to sRGB; values outside the range are cut off. By Björn Ottosson's matrices:
 * https://bottosson.github.io/posts/oklab/
 */
function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].reduce((hex, channel) => hex + toByte(channel).toString(16).padStart(2, '0'), '#');
}

/** Converts a linear channel from 0 to 1 to the byte that sRGB stores. */
function toByte(linear: number): number {
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, encoded)));
}
