import { readLinkAddress } from '../link-address.ts';
import type { Found } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/** "[words] (https://…": a blank keeps it from being a link. */
const PARTED = /\][ \t]\((?:https?:|\/)/g;
const UNCLOSED = /\]\((?:https?:|\/)[^\s()]{1,500}$/gm;

/** Links that no browser can follow, and what was meant to be one. */
export function malformedLinks({ links, blocks }: JudgedText): Found[] {
  const found: Found[] = links.flatMap(({ url, words, place }) => {
    if (readLinkAddress(url).kind === 'usable') return [];
    const named = words.trim() === '' ? 'A link' : `The link “${words.trim().slice(0, 80)}”`;
    const says =
      url === '' ? `${named} has no address.` : `${named} leads to “${url.slice(0, 200)}”, which is no address.`;
    return [{ check: 'malformed-link', says, place }];
  });
  for (const block of blocks) {
    for (const match of [...block.text.matchAll(PARTED), ...block.text.matchAll(UNCLOSED)]) {
      const says = 'This is not read as a link: look at its brackets.';
      found.push({ check: 'malformed-link', says, place: block.placeOf(match.index, match[0].length) });
    }
  }
  return found;
}
