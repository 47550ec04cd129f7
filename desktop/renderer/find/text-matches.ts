/** The most matches that are marked: nobody goes through more. */
const MOST = 1000;

/**
 * Returns the ranges where a text stands in a page, ignoring case, in the order of the page. A match may begin in one
 * element and end in the next one of the same block. Hidden parts and the bar itself are not searched.
 */
export function textMatches(root: Element, wanted: string): Range[] {
  const needle = fold(wanted);
  if (needle === '') return [];
  const found: Range[] = [];
  for (const nodes of blocksOf(root)) {
    const text = nodes.map((node) => fold(node.data)).join('');
    for (let at = text.indexOf(needle); at !== -1 && found.length < MOST; at = text.indexOf(needle, at + needle.length))
      found.push(rangeOf(nodes, at, at + needle.length));
  }
  return found;
}

/** Lower case of the same length, with all white space alike, so that a position in it is a position in the text. */
const fold = (text: string) =>
  [...text.replaceAll(/\s/g, ' ')]
    .map((sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign))
    .join('');

/** Yields the runs of text nodes that a reader sees as one text. */
function* blocksOf(root: Element): Generator<Text[]> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let run: Text[] = [];
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || !isShown(parent)) continue;
    const own = blockAround(parent);
    if (own !== block && run.length > 0) {
      yield run;
      run = [];
    }
    block = own;
    run.push(node);
  }
  if (run.length > 0) yield run;
}

/** The find bar itself, whose words are not searched. */
const FINDER = '[data-finder]';

const isShown = (element: Element) =>
  element.closest(FINDER) === null &&
  element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });

function blockAround(element: Element): Element {
  let block = element;
  while (block.parentElement && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
  return block;
}

function rangeOf(nodes: readonly Text[], from: number, to: number): Range {
  const range = new Range();
  let passed = 0;
  for (const node of nodes) {
    const end = passed + node.length;
    if (from >= passed && from < end) range.setStart(node, from - passed);
    if (to > passed && to <= end) range.setEnd(node, to - passed);
    passed = end;
  }
  return range;
}
