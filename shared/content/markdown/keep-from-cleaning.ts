import type { Nodes, PhrasingContent, Root, Text } from 'mdast';
import { cleaningList } from './clean-list.ts';
import { runText } from './inline-run.ts';

const inText = cleaningList.filter(({ scope }) => scope === 'part').map(({ pattern }) => pattern);
const ofHeadings = cleaningList.filter(({ scope }) => scope === 'heading').map(({ pattern }) => pattern);
const ofParagraphs = cleaningList
  .filter(({ scope }) => scope === 'opening' || scope === 'closing')
  .map(({ pattern }) => pattern);

/**
 * Protects words of a tree from cleaning, in place ("TL;DR …", a heading "Call to action"): the first letter of
 * everything that cleaning would remove becomes a character reference. The writer must escape brackets and the tags of
 * other generators.
 */
export function keepFromCleaning(tree: Root): void {
  keep(tree);
}

function keep(node: Nodes): void {
  if (node.type === 'paragraph' || node.type === 'heading') keepWords(node.children, node.type);
  else if ('children' in node && node.type !== 'table') for (const child of node.children) keep(child);
}

/** A text node in a block, and its start in the block's words. */
interface Place {
  among: PhrasingContent[];
  node: Text;
  start: number;
}

function keepWords(children: PhrasingContent[], kind: 'paragraph' | 'heading'): void {
  const places: Place[] = [];
  const words = readPlaces(children, '', places);
  const wholly = kind === 'heading' ? ofHeadings : ofParagraphs;
  const found = [
    ...inText.flatMap((pattern) => [...words.matchAll(pattern)].map(({ 0: match, index }) => ({ match, index }))),
    ...(wholly.some((pattern) => pattern.test(words.trim())) ? [{ match: words, index: 0 }] : []),
  ];
  const letters = found
    .filter(({ match }) => !/^!?\[/.test(match))
    .flatMap(({ match, index }) => {
      const at = match.search(/[a-z]/i);
      return at < 0 ? [] : [index + at];
    });
  // From the end, so that a split does not move the starts of the texts before it.
  for (const at of [...new Set(letters)].sort((a, b) => b - a)) splitAt(at, places);
}

/** Returns the words of a block as cleaning reads them: words with emphasis like all others. */
function readPlaces(children: PhrasingContent[], before: string, places: Place[]): string {
  let words = before;
  for (const node of children) {
    if (node.type === 'strong' || node.type === 'emphasis') {
      words = readPlaces(node.children, words, places);
      continue;
    }
    if (node.type === 'text') places.push({ among: children, node, start: words.length });
    words += runText([node]);
  }
  return words;
}

function splitAt(at: number, places: readonly Place[]): void {
  const place = places.findLast(({ start }) => start <= at);
  if (!place || at >= place.start + place.node.value.length) return;
  const { among, node, start } = place;
  const [before, letter, after] = [
    node.value.slice(0, at - start),
    node.value.charAt(at - start),
    node.value.slice(at - start + 1),
  ];
  node.value = before;
  const rest: PhrasingContent[] = after === '' ? [] : [{ type: 'text', value: after }];
  among.splice(among.indexOf(node) + 1, 0, { type: 'escaped', value: letter }, ...rest);
}
