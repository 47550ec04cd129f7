import type { Found } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/** Headings that go more than one level deeper than the one before. */
export function skippedHeadings({ headings }: JudgedText): Found[] {
  return headings.flatMap(({ depth, place }, index) => {
    // The title of the page is the one of level 1.
    const before = headings[index - 1]?.depth ?? 1;
    if (depth <= before + 1) return [];
    return [{ check: 'heading-skip', says: `A heading of level ${depth} follows one of level ${before}.`, place }];
  });
}
