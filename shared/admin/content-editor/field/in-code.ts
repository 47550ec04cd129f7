import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/**
 * Returns the fenced block in which the selection begins; null for none. A block without a closing fence continues to
 * the end of the text, including the last line and what is written there.
 */
export function fencedCode(state: EditorState): SyntaxNode | null {
  const { from } = state.selection.main;
  const inside = around(state, 1, /^FencedCode$/);
  if (inside) return inside;
  const before = around(state, -1, /^FencedCode$/);
  return before && state.doc.lineAt(before.from).to < from && !isClosed(state, before) ? before : null;
}

/** Whether the selection begins in a block of code, fenced or indented. */
export function isInCodeBlock(state: EditorState): boolean {
  return fencedCode(state) !== null || around(state, 1, /^CodeBlock$/) !== null;
}

/** Whether the selection begins in code of any kind. */
export function isInCode(state: EditorState): boolean {
  return isInCodeBlock(state) || around(state, 1, /^InlineCode$/) !== null;
}

/** Whether a fenced block has its closing fence. */
export function isClosed({ doc }: EditorState, block: SyntaxNode): boolean {
  const [first, last] = [doc.lineAt(block.from), doc.lineAt(block.to)];
  return last.number > first.number && /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(last.text);
}

function around(state: EditorState, side: 1 | -1, kind: RegExp): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(state.selection.main.from, side);
  for (; node; node = node.parent) if (kind.test(node.name)) return node;
  return null;
}
