import type { ElementContent, Element as Tree } from 'hast';
import { fromDom } from 'hast-util-from-dom';
import type { Handle } from 'hast-util-to-mdast';
import { isDeepHtml } from '#shared/content/from-html/deep-html.ts';
import { markdownInParts } from '#shared/content/from-html/markdown-of-tree.ts';
import { trusted } from '#shared/ui/html-policy.ts';
import { cleanPasted } from './clean-pasted.ts';
import { NOTE_TAGS } from './pasted-notes.ts';

/** The Markdown of a paste, and how much of the paste was left out. */
export interface PastedHtml {
  markdown: string;
  pictures: number;
  links: number;
}

/** In UTF-16 code units of HTML, and in nodes of the cleaned HTML. Anything larger is pasted as plain text. */
const MOST_HTML = 8_000_000;
const MOST_NODES = 60_000;
/** Elements whose meaning plain text cannot express. */
const STRUCTURE = 'h1,h2,h3,h4,h5,h6,ul,ol,a[href],strong,b,em,i,del,s,img,table,blockquote,code,pre,hr';

/**
 * Reads HTML of the clipboard, a little at each step. Returns null if the HTML says no more than the plain text of the
 * clipboard, or is too large. The pasted page cannot do anything here: the document that it is read into runs no
 * scripts and loads nothing.
 */
export function* readPastedHtml(html: string): Generator<void, PastedHtml | null> {
  if (html.length > MOST_HTML || isDeepHtml(html)) return null;
  yield;
  const body = bodyOf(html);
  yield;
  const left = yield* cleanPasted(body);
  if (body.querySelector(STRUCTURE) === null) return null;
  if (body.getElementsByTagName('*').length > MOST_NODES) return null;
  const tree = yield* treeOf(body);
  return { markdown: yield* markdownInParts(tree, { handlers: notes }), ...left };
}

/** Returns what `fromDom` makes of an element, one child at a time. */
function* treeOf(element: Element): Generator<void, Tree> {
  const tree = fromDom(element.cloneNode(false)) as Tree;
  for (const child of element.childNodes) {
    yield;
    const isBox = child instanceof HTMLDivElement;
    tree.children.push(isBox ? yield* treeOf(child) : (fromDom(child) as ElementContent));
  }
  return tree;
}

/** The beginning of a tag, and the beginning of an event attribute's name in it. */
const TAG = /<[a-z][^<>]*/gi;
const EVENT = /([\s"'/])on(?=[a-z]+\s*=)/gi;

/**
 * Returns the body of a page, in a document that shows nothing. Word's style elements and event handlers do nothing
 * there anyway. Because the elements are outside a document tree and the handlers are renamed, the page's content
 * security policy has nothing to refuse either, and the console shows only real faults.
 */
function bodyOf(html: string): HTMLElement {
  const root = document.createElement('template').content.ownerDocument.createElement('html');
  root.innerHTML = trusted(html.replace(TAG, (tag) => tag.replace(EVENT, '$1data-on')));
  return root.querySelector('body') ?? root;
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
