import type { Element, Root } from 'hast';
import { common, createLowlight } from 'lowlight';
import { depthOf } from '../depth.ts';
import { eachElement } from '../walk.ts';
import { languageLabel } from './language-label.ts';

const lowlight = createLowlight(common);

// The grammars are regular expressions whose cost may grow with the square of a block's length, and faster where one
// language contains another (README.md): code beyond these limits is shown without colours.
const MAX_BLOCK = 12_000;
const MAX_SQUARES = 150_000_000;
const MAX_WORD = 1000;
const MAX_INNER_LANGUAGES = 20;
const MAX_DEPTH = 20;

/**
 * Colours code in a known language (`hljs-*` classes); makes every block of code scrollable by keyboard, with a label
 * for its language where the author named one.
 */
export function setCode(tree: Root): void {
  let left = MAX_SQUARES;
  eachElement(tree, (node) => {
    if (node.tagName !== 'pre') return;
    node.properties.tabIndex = 0;
    const code = node.children[0];
    if (code?.type !== 'element' || code.tagName !== 'code') return;
    const value = code.children[0];
    const named = namedLanguage(code);
    const language = lowlight.registered(named) ? named : null;
    if (named !== '') node.properties.dataLanguage = languageLabel(named);
    if (value?.type !== 'text' || code.children.length > 1 || language === null) return;
    left -= value.value.length ** 2;
    if (left < 0 || !isAffordable(value.value)) return;
    const coloured = lowlight.highlight(language, value.value, { prefix: 'hljs-' });
    if (depthOf(coloured) > MAX_DEPTH) return;
    code.properties.className = ['hljs', `language-${language}`];
    code.children = coloured.children as Element['children'];
  });
}

function isAffordable(code: string): boolean {
  if (code.length > MAX_BLOCK || code.split(/\s/).some((word) => word.length > MAX_WORD)) return false;
  return (code.match(/<script|<style|<\?/gi)?.length ?? 0) <= MAX_INNER_LANGUAGES;
}

function namedLanguage(code: Element): string {
  const names = Array.isArray(code.properties.className) ? code.properties.className : [];
  const name = names.map(String).find((each) => each.startsWith('language-'));
  return name?.slice('language-'.length).toLowerCase() ?? '';
}
