import { fromDom } from 'hast-util-from-dom';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { cleanPasted } from './clean-pasted.ts';
import { NOTE_TAGS } from './pasted-notes.ts';
import { tidyMarks } from './tidy-marks.ts';

/** What something pasted says in Markdown, and how much of it was left out. */
export interface PastedHtml {
  markdown: string;
  pictures: number;
  links: number;
}

/** In UTF-16 code units of HTML, and in nodes once it is cleaned: what takes longer is pasted as plain text. */
const MOST_HTML = 8_000_000;
const MOST_NODES = 60_000;
/** Elements in elements: the browser's parser takes a minute for 100,000 of them. */
const DEEPEST = 400;
/** Something that plain text does not say. */
const STRUCTURE = 'h1,h2,h3,h4,h5,h6,ul,ol,a[href],strong,b,em,i,del,s,img,table,blockquote,code,pre,hr';

/**
 * Reads HTML of the clipboard. Null where it says no more than the plain text beside it, or is too much of it. The page it
 * comes from cannot do anything here: the document it is read into runs no scripts and loads nothing.
 */
export function readPastedHtml(html: string): PastedHtml | null {
  if (html.length > MOST_HTML || isDeep(html)) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const left = cleanPasted(body);
  if (body.querySelector(STRUCTURE) === null) return null;
  if (body.getElementsByTagName('*').length > MOST_NODES) return null;
  const tree = toMdast(fromDom(body), { newlines: false, handlers: notes });
  const markdown = toMarkdown(tidyMarks(tree.type === 'root' ? tree : { type: 'root', children: [] }), {
    bullet: '-',
    emphasis: '*',
    rule: '-',
    listItemIndent: 'one',
    fences: true,
    extensions: [gfmToMarkdown()],
  });
  return { markdown: markdown.trim(), ...left };
}

const labelOf = ({ properties }: Parameters<Handle>[1]) => String(properties.dataLabel);
const notes: Record<string, Handle> = {
  [NOTE_TAGS.number]: (_state, node) => ({
    type: 'footnoteReference',
    identifier: labelOf(node),
    label: labelOf(node),
  }),
  [NOTE_TAGS.text]: (state, node) => ({
    type: 'footnoteDefinition',
    identifier: labelOf(node),
    label: labelOf(node),
    children: state.toFlow(state.all(node)).filter((child) => child.type !== 'definition'),
  }),
};

/** Tags that need no end, or have none. */
const UNENDED =
  /^(?:area|base|br|col|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|td|th|tr|tbody|thead|option)$/i;

/** Whether more elements are open at once than any document needs; a tag in a comment counts too. */
function isDeep(html: string): boolean {
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d:]*)/gi)) {
    if (UNENDED.test(name)) continue;
    depth = end === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
