import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_THEME, THEMES, type Theme } from '#shared/kernel/themes.ts';

// The palette promises at least 4.5:1 for all text (WCAG 2.2, 1.4.3). These tests read the tokens and compute the
// contrast.

const themeCss = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const categoriesCss = readFileSync(new URL('categories.css', import.meta.url), 'utf8');

type Linear = [red: number, green: number, blue: number];

/** Returns the declarations of a theme's rule: its tokens, and `color-scheme`. */
function tokensOf(theme: Theme): Record<string, string> {
  const selector = theme === DEFAULT_THEME ? ':root' : `.${theme.name}`;
  const block = themeCss.split(`\n${selector} {`)[1] ?? '';
  const body = block.slice(0, block.indexOf('\n}'));
  return Object.fromEntries(
    [...body.matchAll(/^ {2}(?:--)?([\w-]+): ([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

function fromHex(hex: string): Linear {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** The conversion of https://bottosson.github.io/posts/oklab/, clipped to sRGB, which is the worst that browsers do. */
function fromOklch(lightness: number, chroma: number, hue: number): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function contrast(one: Linear, other: Linear): number {
  const [light = 0, dark = 0] = [one, other]
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(THEMES)('the palette of the $label', (theme) => {
  const tokens = tokensOf(theme);
  const color = (name: string) => fromHex(tokens[name] ?? '');

  it('has the paper and the scheme that the table of themes says, and every token', () => {
    expect(tokens).toMatchObject({ paper: theme.paper, 'color-scheme': theme.scheme });
    expect(Object.keys(tokens)).toEqual(Object.keys(tokensOf(DEFAULT_THEME)));
  });

  it.each(['ink', 'muted', 'accent', 'danger', 'success'])('%s can be read on every ground', (name) => {
    for (const ground of ['paper', 'surface', 'sunken']) {
      expect(contrast(color(name), color(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('what stands on the accent, its tint and the mark can be read', () => {
    expect(contrast(color('accent-ink'), color('accent'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color('accent'), color('accent-soft'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color('ink'), color('mark'))).toBeGreaterThanOrEqual(4.5);
  });

  it('edges of fields and the focus ring stand out from every ground', () => {
    for (const ground of ['paper', 'surface', 'sunken']) {
      expect(contrast(color('line-strong'), color(ground)), `line on ${ground}`).toBeGreaterThanOrEqual(3);
      expect(contrast(color('focus'), color(ground)), `focus on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });

  const hues = [...categoriesCss.matchAll(/\.category-([\w-]+) \{\s+--hue: ([\d.]+);\s+--chroma: ([\d.]+);/g)];

  it('has the fifteen categories', () => {
    expect(hues).toHaveLength(15);
  });

  it.each(hues.map(([, slug = '', hue, chroma]) => [slug, Number(hue), Number(chroma)] as const))(
    '%s can be read on every ground and on its own tint',
    (_slug, hue, chroma) => {
      const lightness = (name: string) => Number.parseFloat(tokens[name] ?? '') / 100;
      const limit = (name: string) => Math.min(chroma, Number(tokens[name]));
      const text = fromOklch(lightness('category-lightness'), limit('category-chroma-limit'), hue);
      const tint = fromOklch(lightness('category-soft-lightness'), limit('category-soft-chroma-limit'), hue);
      for (const ground of [color('paper'), color('surface'), color('sunken'), tint]) {
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});
