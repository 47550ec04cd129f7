import type { Element, ElementContent } from 'hast';
import { attributeOf, classesOf, element, findElement } from './hast.ts';

/** Code with the language in the class that HTML names for it, wherever a program or its plugins wrote it. */
export function readCode(pre: Element): ElementContent[] {
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
  // "brush: php; gutter: false" of SyntaxHighlighter, "lang:php decode:true" of Crayon.
  const brush = /\bbrush:\s*([\w+#-]+)/.exec(attributeOf(each, 'className'))?.[1];
  const found =
    named[0] ?? brush ?? [attributeOf(each, 'lang'), attributeOf(each, 'dataLanguage')].find((name) => name !== '');
  return found !== undefined && LANGUAGE.test(found) ? found.toLowerCase() : '';
}
