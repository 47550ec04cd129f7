import type { Nodes } from 'mdast';

/** A word that a reader sees, and its end in the Markdown. */
export interface Word {
  readonly text: string;
  readonly end: number;
}

// As in `countWords` of read-time.ts: two characters of a script without spaces are one word.
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}';
const token = new RegExp(`[${spaceless}]{1,2}|[^\\s${spaceless}]+`, 'gu');

/** Returns the words of a tree in order: those of text and code, not of addresses or alt texts. */
export function wordsOf(tree: Nodes, markdown: string): Word[] {
  const words: Word[] = [];
  const block = (pieces: readonly Piece[]) => {
    const text = pieces.map((piece) => piece.text).join('');
    let index = 0;
    let before = 0;
    for (const match of text.matchAll(token)) {
      if (!/[\p{L}\p{N}]/u.test(match[0])) continue;
      const end = match.index + match[0].length;
      while (before + (pieces[index]?.text.length ?? 0) < end) {
        before += pieces[index]?.text.length ?? 0;
        index += 1;
      }
      words.push({ text: match[0], end: placeIn(pieces[index], end - before) });
    }
  };
  const visit = (node: Nodes): void => {
    switch (node.type) {
      case 'paragraph':
      case 'heading':
      case 'tableCell':
        block(node.children.flatMap((child) => piecesOf(child, markdown)));
        return;
      case 'code':
        block([{ text: node.value, start: null, end: endOf(node) }]);
        return;
      case 'html':
        block([{ text: node.value.replace(/<[^>]*>/g, ' '), start: null, end: endOf(node) }]);
        return;
      default:
        if ('children' in node) for (const child of node.children) visit(child);
    }
  };
  visit(tree);
  return words;
}

/**
 * A piece of the text that a reader sees. `start` is null where the Markdown does not contain the piece letter by
 * letter.
 */
interface Piece {
  readonly text: string;
  readonly start: number | null;
  readonly end: number;
}

function placeIn(piece: Piece | undefined, length: number): number {
  if (!piece) return 0;
  return piece.start === null ? piece.end : piece.start + length;
}

function piecesOf(node: Nodes, markdown: string): Piece[] {
  const [start, end] = [startOf(node), endOf(node)];
  switch (node.type) {
    case 'text':
    case 'escaped':
      return [{ text: markdown.slice(start, end), start, end }];
    case 'inlineCode':
      return [{ text: node.value, start: null, end }];
    case 'break':
    case 'image':
    case 'imageReference':
      return [{ text: ' ', start: null, end }];
    case 'html':
      return [{ text: /^<(br|img)\b/i.test(node.value) ? ' ' : '', start: null, end }];
    default:
      return 'children' in node ? node.children.flatMap((child) => piecesOf(child, markdown)) : [];
  }
}

/** Returns the start of a node in the Markdown it was parsed from, in UTF-16 units; 0 for a node without a position. */
export function startOf(node: Nodes): number {
  return node.position?.start.offset ?? 0;
}

/** Returns the end of a node, in the same units as `startOf`. */
export function endOf(node: Nodes): number {
  return node.position?.end.offset ?? 0;
}
