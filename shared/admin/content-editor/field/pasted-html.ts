import type { ElementContent, Element as Tree } from 'hast';
import { fromDom } from 'hast-util-from-dom';
import type { Handle } from 'hast-util-to-mdast';
import { isDeepHtml } from '#shared/content/from-html/deep-html.ts';
import { markdownInParts } from '#shared/content/from-html/markdown-of-tree.ts';
import { trusted } from '#shared/ui/html-policy.ts';
import { cleanPasted } from './clean-pasted.ts';
import { NOTE_TAGS } from './pasted-notes.ts';

/** What something pasted says in Markdown, and how much of it was left out. */
export interface PastedHtml {
  markdown: string;
  pictures: number;
  links: number;
}

/** In UTF-16 code units of HTML, and in nodes once it is cleaned: what takes longer is pasted as plain text. */
const MOST_HTML = 8_000_000;
const MOST_NODES = 60_000;
/** Something that plain text does not say. */
const STRUCTURE = 'h1,h2,h3,h4,h5,h6,ul,ol,a[href],strong,b,em,i,del,s,img,table,blockquote,code,pre,hr';

/**
 * Reads HTML of the clipboard, a little at each step. Null where it says no more than the plain text beside it, or is too
 * much of it. The page it comes from cannot do anything here: the document it is read into runs no scripts and loads nothing.
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

/** What `fromDom` makes of an element, a child at a time. */
function* treeOf(element: Element): Generator<void, Tree> {
  const tree = fromDom(element.cloneNode(false)) as Tree;
  for (const child of element.childNodes) {
    yield;
    const isBox = child instanceof HTMLDivElement;
    tree.children.push(isBox ? yield* treeOf(child) : (fromDom(child) as ElementContent));
  }
  return tree;
}

/** The beginning of a tag, and of the name of an event in it. */
const TAG = /<[a-z][^<>]*/gi;
const EVENT = /([\s"'/])on(?=[a-z]+\s*=)/gi;

/**
 * The body of a page, in a document that shows nothing. Word's style elements and handlers of events are dead there anyway;
 * outside a tree, and renamed, the page's policy has nothing to refuse either, and its console shows only what is wrong.
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
