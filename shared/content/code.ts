import type { Element, Root } from 'hast';
import { common, createLowlight } from 'lowlight';
import { SKIP, visit } from 'unist-util-visit';

const lowlight = createLowlight(common);

// Grammars are made of expressions whose worst cases nobody has measured; what is longer is shown plain.
const MAX_BLOCK = 20_000;
const MAX_TOTAL = 60_000;
const MAX_DEPTH = 20;

/** Code in a language we know is coloured (`hljs-*` classes); every block of code can be scrolled by keyboard. */
export function setCode(tree: Root): void {
  let left = MAX_TOTAL;
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'pre') return;
    node.properties.tabIndex = 0;
    const code = node.children[0];
    if (code?.type !== 'element' || code.tagName !== 'code') return SKIP;
    const value = code.children[0];
    const language = languageOf(code);
    if (value?.type !== 'text' || code.children.length > 1 || language === null) return SKIP;
    if (value.value.length > Math.min(MAX_BLOCK, left)) return SKIP;
    left -= value.value.length;
    const coloured = lowlight.highlight(language, value.value, { prefix: 'hljs-' });
    if (depthOf(coloured) > MAX_DEPTH) return SKIP;
    code.properties.className = ['hljs', `language-${language}`];
    code.children = coloured.children as Element['children'];
    return SKIP;
  });
}

function languageOf(code: Element): string | null {
  const names = Array.isArray(code.properties.className) ? code.properties.className : [];
  const name = names.map(String).find((each) => each.startsWith('language-'));
  const language = name?.slice('language-'.length).toLowerCase() ?? '';
  return lowlight.registered(language) ? language : null;
}

function depthOf(tree: Root): number {
  let deepest = 0;
  let level: Root['children'] = tree.children;
  while (level.length > 0) {
    deepest += 1;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return deepest;
}
