import { AppError } from '#shared/kernel/errors.ts';
import { findPlaces } from '../markdown-addresses.ts';
import { createAscendingLookup } from './ascending-lookup.ts';
import { readTemplateTags } from './template-tags.ts';

const tag = /\{%-?\s*([\w-]+)|(\{\{[<%])\s*([\w./-]+)/g;
/** Names that are told; a text with more of them is told of these. */
const MOST = 20;

/** Tells which tags of other site generators (Liquid, Hugo's shortcodes) a text has that mean nothing here. */
export function templateNotes(body: string, image: string | undefined): string[] {
  if (!/\{%|\{\{[<%]/.test(body)) return [];
  const names = new Set(unreadTags(body, image));
  if (names.size === 0) return [];
  const said = [...names].slice(0, MOST).join(', ');
  return [`Template tags that mean nothing here are left out: ${said}${names.size > MOST ? ' …' : ''}`];
}

function unreadTags(body: string, image: string | undefined): string[] {
  try {
    const read = readTemplateTags(body, image);
    const isInCode = createAscendingLookup(findPlaces(read).code);
    return [...read.matchAll(tag)]
      .filter(({ index }) => !isInCode(index) && read[index - 1] !== '\\')
      .map(([, liquid, open, hugo = '']) => {
        if (liquid !== undefined) return `{% ${liquid} %}`;
        return open === '{{<' ? `{{< ${hugo} >}}` : `{{% ${hugo} %}}`;
      })
      .filter((name) => !/[{<%] (?:end|\/)/.test(name));
  } catch (error) {
    // What is too much to parse is told as that when it is written.
    if (error instanceof AppError) return [];
    throw error;
  }
}
