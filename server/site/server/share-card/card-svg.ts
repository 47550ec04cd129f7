import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { categoryIconName } from '../../category-icons.ts';
import { type FoldSheet, foldCells } from '../../fold-cells.ts';
import { SHARE_SIZE, type ShareCard } from '../../share-card.ts';
import { FOLD_SHAPES } from '../fold-shapes.ts';
import { ICONS } from '../icons.ts';
import { type CategoryTints, categoryTints } from './category-tints.ts';
import { drawableText } from './drawable-text.ts';
import { setInLines, type TextLines } from './text-lines.ts';
import type { CardFaces, Typeface } from './typeface.ts';

// The light theme's colours: a card is shown on other people's pages, in whatever theme they have.
const PAPER = '#fbfaf7';
const INK = '#1b1a17';
const MUTED = '#5e5a52';

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
/** The sheet on the right: two cells by three. */
const CELL = HEIGHT / 3;
const SHEET_LEFT = WIDTH - 2 * CELL;
const MARGIN = 72;
const TEXT_WIDTH = SHEET_LEFT - MARGIN - 48;
/** The baseline of the site's name. */
const FOOT = HEIGHT - MARGIN;
/** The upper and the lower limit of the words, between the edge and the foot. */
const [TOP, BOTTOM] = [MARGIN - 8, FOOT - 78];

/**
 * The sizes of a headline with the most lines for each, tried one after the other; a headline that does not fit the
 * last size is cut.
 */
const HEADLINES = [
  { size: 104, maxLines: 1 },
  { size: 92, maxLines: 3 },
  { size: 78, maxLines: 4 },
  { size: 66, maxLines: 5 },
  { size: 55, maxLines: 6 },
] as const;
const LEADING = 1.08;
const LABEL = 30;
const LINE = { size: 32, leading: 1.4, maxLines: 3 };

/**
 * Returns a share card as SVG: it has paths only, so that no font is needed where it is rendered. A text that cannot be
 * drawn completely is left out, and the next text in order takes its place.
 */
export function cardSvg(card: ShareCard, faces: CardFaces): string {
  const parts = [`<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`, sheet(card), words(card, faces)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs>${CREASES}</defs>${parts.join('')}</svg>`;
}

/** Everything on the left: label, headline and line in the middle of the height, the site's name at the foot. */
function words(card: ShareCard, faces: CardFaces): string {
  const title = drawableText(card.title, faces.headline);
  const label = drawableText(card.label, title ? faces.smallStrong : faces.headline);
  const siteName = drawableText(card.siteName, faces.headline);
  const line = drawableText(card.line, faces.small);
  const [headline = '', ...others] = [title, label, siteName].filter((text) => text !== '');
  const hasFoot = siteName !== '' && others.includes(siteName);
  const tints = tintsOf(card);

  const { size, lines } = setHeadline(headline, faces.headline);
  const under = line ? set(line, faces.small, LINE) : [];
  const labelHeight = title && label ? LABEL + 26 : 0;
  const height =
    labelHeight + lines.length * size * LEADING + (under.length > 0 ? 24 + under.length * LINE.size * LINE.leading : 0);
  const bottom = hasFoot ? BOTTOM : HEIGHT - MARGIN;
  let y = TOP + Math.max(0, (bottom - TOP - height) / 2);
  const parts: string[] = [];
  const put = (text: string, face: Typeface, style: { size: number; leading: number; color: string }) => {
    y += style.size * style.leading;
    parts.push(drawn(text, face, { ...style, x: MARGIN, y: y - style.size * (style.leading - 0.8) }));
  };
  if (labelHeight > 0) {
    const [first = ''] = set(label, faces.smallStrong, { size: LABEL, maxLines: 1 });
    put(first, faces.smallStrong, { size: LABEL, leading: 1, color: tints.strong });
    y += 26;
  }
  for (const text of lines) put(text, faces.headline, { size, leading: LEADING, color: INK });
  if (under.length > 0) y += 24;
  for (const text of under) put(text, faces.small, { size: LINE.size, leading: LINE.leading, color: MUTED });
  if (hasFoot) parts.push(foot(siteName, faces, tints.strong));
  return parts.join('');
}

/** Finds the largest size at which a headline fits, with every word whole. */
function setHeadline(text: string, face: Typeface): { size: number; lines: string[] } {
  let set: TextLines & { size: number } = { size: 0, lines: [], isCut: true, isBroken: true };
  for (const { size, maxLines } of HEADLINES) {
    set = { size, ...setInLines(text, { measure: (part) => face.width(part, size), width: TEXT_WIDTH, maxLines }) };
    if (!set.isCut && !set.isBroken) break;
  }
  return set;
}

function set(text: string, face: Typeface, { size, maxLines }: { size: number; maxLines: number }): string[] {
  return setInLines(text, { measure: (part) => face.width(part, size), width: TEXT_WIDTH, maxLines }).lines;
}

/** The site's mark and name, as at the top of its pages. */
function foot(name: string, { headline }: CardFaces, color: string): string {
  const [text = ''] = set(name, headline, { size: 38, maxLines: 1 });
  const mark = [
    `<path fill="${color}" d="M0 0h10v10H0zM20 0h10v10H20zM10 10h10v10H10zM0 20h10v10H0zM20 20h10v10H20z"/>`,
    `<path fill="${color}" fill-opacity=".35" d="M10 0h10v10H10zM0 10h10v10H0zM20 10h10v10H20zM10 20h10v10H10z"/>`,
  ];
  return `<g transform="translate(${MARGIN} ${FOOT - 31}) scale(1.1)">${mark.join('')}</g>${drawn(text, headline, { x: MARGIN + 48, y: FOOT - 3, size: 38, color: INK })}`;
}

function drawn(text: string, face: Typeface, at: { x: number; y: number; size: number; color: string }): string {
  return `<path fill="${at.color}" d="${face.outline(text, at.x, at.y, at.size)}"/>`;
}

const tintsOf = ({ category }: ShareCard) => categoryTints(category?.color ?? '');

/** The folded sheet: in a category's tints with its icon, or a niche in each cell. */
function sheet(card: ShareCard): string {
  const cells = card.category ? categoryCells(card.category, card.seed) : MOSAIC.map(mosaicCell);
  return `<g transform="translate(${SHEET_LEFT} 0) scale(${CELL / 100})">${cells.join('')}${creases()}</g>`;
}

/** The cell of the icon, and the two cells of which one is drawn in the strong tint. */
const SHEET: FoldSheet = { count: 6, empty: 3, strong: [2, 5], drawnOfEight: 7 };

function categoryCells({ color, icon }: { color: string; icon: string }, seed: number): string[] {
  const tints = categoryTints(color);
  return [
    `<rect width="200" height="300" fill="${tints.soft}"/>`,
    ...foldCells(seed, SHEET).map(({ cell, shape, turn, isStrong }) =>
      shapeIn(cell, { shape, turn, fill: isStrong ? tints.strong : tints.mid }),
    ),
    iconIn(SHEET.empty, icon, tints),
  ];
}

/** The sheet of the site's own card, like that of its front page. */
const MOSAIC = [
  { color: 'category-technology', shape: 1, turn: 0 },
  { color: 'category-food-nutrition', shape: 8, turn: 0 },
  { color: 'category-lifestyle', shape: 3, turn: 90 },
  { color: 'category-fitness', shape: 4, turn: 0, isStrong: true },
  { color: 'category-finance', shape: 6, turn: 0 },
  { color: 'category-travel', shape: 2, turn: 0 },
];

function mosaicCell({ color, shape, turn, isStrong = false }: (typeof MOSAIC)[number], cell: number): string {
  const tints = categoryTints(color);
  const [x, y] = corner(cell);
  const fill = isStrong ? tints.strong : tints.mid;
  return `<rect x="${x}" y="${y}" width="100" height="100" fill="${tints.soft}"/>${shapeIn(cell, { shape, turn, fill })}`;
}

const corner = (cell: number): [x: number, y: number] => [(cell % 2) * 100, Math.floor(cell / 2) * 100];

function shapeIn(cell: number, { shape, turn, fill }: { shape: number; turn: number; fill: string }): string {
  const [x, y] = corner(cell);
  return `<path fill="${fill}" transform="translate(${x} ${y}) rotate(${turn} 50 50)" d="${FOLD_SHAPES[shape]}"/>`;
}

function iconIn(cell: number, icon: string, { strong }: CategoryTints): string {
  const [x, y] = corner(cell);
  const size = 52;
  const place = { x: x + (100 - size) / 2, y: y + (100 - size) / 2, width: size, height: size };
  return renderToStaticMarkup(
    createElement(ICONS[categoryIconName(icon)], { ...place, color: strong, strokeWidth: 1.3 }),
  );
}

/** The light and shadow of a fold whose shading runs from left to right, and of one from top to bottom. */
const CREASES = [
  ['crease-x', 'x2="1" y2="0"'],
  ['crease-y', 'x2="0" y2="1"'],
]
  .map(
    ([id, way]) =>
      `<linearGradient id="${id}" x1="0" y1="0" ${way}><stop offset="0" stop-opacity="0"/><stop offset=".64" stop-opacity=".06"/><stop offset=".64" stop-color="#fff" stop-opacity=".4"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`,
  )
  .join('');

function creases(): string {
  const across = [100, 200].map((y) => `<rect y="${y - 16}" width="200" height="25" fill="url(#crease-y)"/>`);
  return `<rect x="84" width="25" height="300" fill="url(#crease-x)"/>${across.join('')}`;
}
