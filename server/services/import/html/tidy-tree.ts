import type { Element, ElementContent, Parents, Root } from 'hast';
import { attributeOf, classesOf, element, findElement, hasWords, isElement, replaceElements } from './hast.ts';
import { leaveOut } from './left-out.ts';
import type { Notes } from './notes.ts';
import { isFullSize, readFigure, readPicture } from './tidy-figures.ts';
import { readTable } from './tidy-tables.ts';

const EMPHASIS = ['strong', 'b', 'em', 'i', 'del', 's', 'strike', 'u', 'mark'];
const BLOCKS = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'section', 'blockquote', 'center', 'figcaption'];
/** Elements that have a meaning without words. */
const WORDLESS = ['img', 'iframe', 'hr', 'table', 'pre', 'x-raw', 'input', 'br'];

/** Reduces a tree to what Markdown can express, in the shape that Markdown needs, and reports what was removed. */
export function tidyTree(tree: Root, notes: Notes): void {
  dropUnused(tree);
  leaveOut(tree, notes);
  replaceElements(tree, (each) => tidied(each, notes));
}

function tidied(each: Element, notes: Notes): ElementContent[] | null {
  const { tagName } = each;
  if (tagName === 'img') return readPicture(each, notes);
  if (tagName === 'picture') return each.children.filter((child) => isElement(child, 'img'));
  if (tagName === 'figure') return readFigure(each);
  if (tagName === 'table') return readTable(each);
  if (tagName === 'pre') return readCode(each);
  if (tagName === 'a') return readLink(each);
  if (EMPHASIS.includes(tagName)) return readEmphasis(each);
  if (BLOCKS.includes(tagName) && isEmpty(each)) return [];
  return null;
}

/** Removes comments, and the positions in the HTML, which would be copied at each step. */
function dropUnused(parent: Parents): void {
  parent.children = (parent.children as ElementContent[]).filter(({ type }) => type !== 'comment');
  for (const child of parent.children) {
    delete child.position;
    if (child.type === 'element') dropUnused(child);
  }
}

/**
 * A link target without an address has no meaning; a link from a picture to its own full size is unnecessary, because
 * the site makes it by itself.
 */
function readLink(link: Element): ElementContent[] | null {
  const address = attributeOf(link, 'href').trim();
  if (address === '') return link.children;
  const filled = link.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [only] = filled;
  if (filled.length === 1 && isElement(only, 'img') && isFullSize(address, attributeOf(only, 'src'))) {
    return [element('img', [], { ...only.properties, src: address })];
  }
  return filled.length === 0 ? link.children : null;
}

/** Moves spaces at the ends outside the element: Markdown's emphasis marks must touch a word. */
function readEmphasis(each: Element): ElementContent[] | null {
  if (isEmpty(each) || findElement(each, ({ tagName }) => /^(?:h[1-6]|ul|ol|table|pre)$/.test(tagName))) {
    return each.children;
  }
  const around: ElementContent[][] = [[], []];
  const [first] = each.children;
  if (first?.type === 'text' && /^\s/.test(first.value)) {
    first.value = first.value.trimStart();
    around[0]?.push({ type: 'text', value: ' ' });
  }
  const last = each.children.at(-1);
  if (last?.type === 'text' && /\s$/.test(last.value)) {
    last.value = last.value.trimEnd();
    around[1]?.push({ type: 'text', value: ' ' });
  }
  return [...(around[0] ?? []), each, ...(around[1] ?? [])];
}

function isEmpty(each: Element): boolean {
  return !hasWords(each) && findElement(each, ({ tagName }) => WORDLESS.includes(tagName)) === null;
}

/** Code with its language in the class that HTML uses for it, wherever a program or its plugins wrote the language. */
function readCode(pre: Element): ElementContent[] {
  const code = findElement(pre, ({ tagName }) => tagName === 'code');
  const language = [pre, ...(code ? [code] : [])].map(languageOf).find((name) => name !== '') ?? '';
  const properties = language === '' ? {} : { className: [`language-${language}`] };
  const isWhole = code !== null && pre.children.every((child) => child === code || isBlank(child));
  return [element('pre', [element('code', isWhole ? code.children : pre.children, properties)])];
}

function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

const LANGUAGE = /^[\w+#.-]{1,30}$/;

function languageOf(each: Element): string {
  const named = classesOf(each).flatMap((name) => /^(?:lang|language)[-:](.+)$/.exec(name)?.[1] ?? []);
  // "brush: php; gutter: false" is from SyntaxHighlighter, "lang:php decode:true" from Crayon.
  const brush = /\bbrush:\s*([\w+#-]+)/.exec(attributeOf(each, 'className'))?.[1];
  const found =
    named[0] ?? brush ?? [attributeOf(each, 'lang'), attributeOf(each, 'dataLanguage')].find((name) => name !== '');
  return found !== undefined && LANGUAGE.test(found) ? found.toLowerCase() : '';
}
