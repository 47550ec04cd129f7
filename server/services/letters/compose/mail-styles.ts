// The styles of a letter: the site's light colours, on white. Many mail programs ignore style sheets, so each element
// has its own style; programs that read a style sheet get the dark colours from it.

const INK = '#1b1a17';
const PAPER = '#ffffff';
const MUTED = '#5e5a52';
const LINE = '#e4dfd5';
const SUNKEN = '#f3f0e9';
const ACCENT = '#b4341a';

const SERIF = 'Georgia, Times New Roman, serif';
const SANS = '-apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
const MONO = 'ui-monospace, Menlo, Consolas, Courier New, monospace';

/** The greatest width of a letter and of its content, in CSS pixels. */
export const LETTER_WIDTH = 600;
export const CONTENT_WIDTH = 552;

const heading = (size: number) =>
  `margin:${Math.round(size * 1.4)}px 0 8px;font-family:${SERIF};font-size:${size}px;line-height:1.3;font-weight:600`;
/** Words in a cell are not broken: otherwise a narrow column would show single letters below each other. */
const cell = `padding:8px 10px;border:1px solid ${LINE};text-align:left;vertical-align:top;font-size:15px;overflow-wrap:break-word`;

/** The style of each element of a post. */
export const elementStyles: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px',
  a: `color:${ACCENT};text-decoration:underline`,
  h2: heading(24),
  h3: heading(20),
  h4: heading(18),
  h5: heading(17),
  h6: heading(17),
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  li: 'margin:0 0 6px',
  dl: 'margin:0 0 16px',
  dt: 'font-weight:600',
  dd: 'margin:0 0 8px 20px',
  blockquote: `margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${LINE};font-style:italic`,
  pre: `margin:0 0 16px;padding:12px 14px;background:${SUNKEN};border-radius:6px;font-family:${MONO};font-size:14px;line-height:1.5;white-space:pre-wrap;word-wrap:break-word`,
  code: `padding:1px 4px;background:${SUNKEN};border-radius:4px;font-family:${MONO};font-size:0.9em`,
  kbd: `padding:1px 4px;border:1px solid ${LINE};border-radius:4px;font-family:${MONO};font-size:0.9em`,
  mark: 'background:#fbe7a8;color:#1b1a17',
  img: 'display:block;max-width:100%;height:auto;border:0;border-radius:6px',
  figure: 'margin:0 0 16px',
  figcaption: `margin:6px 0 0;color:${MUTED};font-size:14px`,
  table: 'margin:0 0 16px;border-collapse:collapse;width:100%',
  caption: `padding:0 0 6px;color:${MUTED};font-size:14px;text-align:left`,
  th: `${cell};font-weight:600;background:${SUNKEN}`,
  td: cell,
  small: `color:${MUTED};font-size:14px`,
  hr: `margin:24px 0;border:0;border-top:1px solid ${LINE}`,
};

/** Code in a block has the style of the block. */
export const CODE_IN_BLOCK = `padding:0;background:none;font-family:${MONO};font-size:14px`;
/** The box around a table of a post: a table that is wider than the letter scrolls separately. */
export const TABLE_BOX = 'overflow-x:auto';
/** The card of a video. */
export const CARD = `margin:0 0 16px;padding:14px 16px;border:1px solid ${LINE};border-radius:6px;font-style:normal`;

export const frameStyles = {
  body: `margin:0;padding:0;background:${PAPER};color:${INK};font-family:${SERIF};font-size:17px;line-height:1.6`,
  preheader: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px',
  column: `box-sizing:border-box;max-width:${LETTER_WIDTH}px;margin:0 auto;padding:28px 24px 36px;text-align:left;overflow-wrap:anywhere`,
  outer: 'border-collapse:collapse;table-layout:fixed;width:100%',
  outerCell: `padding:0;background:${PAPER};color:${INK};font-family:${SERIF};font-size:17px;line-height:1.6`,
  site: `margin:0 0 24px;font-family:${SANS};font-size:14px`,
  plainLink: 'color:inherit;text-decoration:none',
  title: `margin:0 0 8px;font-family:${SERIF};font-size:32px;line-height:1.2;font-weight:600`,
  subtitle: 'margin:0 0 12px;line-height:1.4',
  subtitleText: `color:${MUTED};font-size:20px`,
  facts: `margin:0 0 20px;font-family:${SANS};font-size:14px`,
  itemTitle: `margin:28px 0 4px;font-family:${SERIF};font-size:22px;line-height:1.3;font-weight:600`,
  foot: `margin:0 0 10px;font-family:${SANS};font-size:13px;line-height:1.5`,
} as const;

/** For mail programs that read style sheets and use a dark theme: the site's dark colours. */
export const DARK_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  'body,td{background:#131418!important;color:#ece8df!important}',
  'a{color:#f28b6a!important}',
  'h1 a,h2 a,b a{color:#ece8df!important}',
  'small,small a,figcaption,caption{color:#a9a499!important}',
  'pre,code,th{background:#1b1c22!important}',
  'pre code{background:none!important}',
  'th,td,blockquote,hr,kbd,div{border-color:#2d2e36!important}',
  'mark{background:#5b4a14!important;color:#ece8df!important}',
  '}',
].join('');
