import { textMatches } from './text-matches.ts';

const ALL = 'found';
const CURRENT = 'found-now';

// Not in the style sheet, because the build does not know these selectors yet.
const LOOKS = `
  ::highlight(${ALL}) { background-color: var(--mark); }
  ::highlight(${CURRENT}) { background-color: var(--accent); color: var(--accent-ink); }
`;

/** The number of matches, and the number of the current one, from 1; 0 when there are none. */
export interface Found {
  count: number;
  current: number;
}

/** Finds text in a page and marks it there, without changing the page. */
export function createFindInPage(root: Element) {
  const looks = new CSSStyleSheet();
  looks.replaceSync(LOOKS);
  document.adoptedStyleSheets.push(looks);
  let wanted = '';
  let ranges: Range[] = [];
  let current = 0;

  function show(): Found {
    CSS.highlights.set(ALL, new Highlight(...ranges));
    const range = ranges[current];
    if (!range) {
      CSS.highlights.delete(CURRENT);
      return { count: 0, current: 0 };
    }
    const now = new Highlight(range);
    now.priority = 1;
    CSS.highlights.set(CURRENT, now);
    range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    return { count: ranges.length, current: current + 1 };
  }

  return {
    /** Goes to the first match, from the top of the page. */
    find(text: string): Found {
      wanted = text;
      ranges = textMatches(root, text);
      current = 0;
      return show();
    },
    /** Goes to the next match, or the one before. The page is searched anew, because it may have changed. */
    step(by: 1 | -1): Found {
      ranges = textMatches(root, wanted);
      current = ranges.length === 0 ? 0 : (current + by + ranges.length) % ranges.length;
      return show();
    },
    end(): void {
      ranges = [];
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(CURRENT);
    },
  };
}
