import type { Literal, Root } from 'mdast';
import { type Extension, fromMarkdown, type Handle } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/**
 * A bracket or brace that the author escaped, or a letter written as a character reference ("&#84;L;DR"): it stays as
 * it is, and cleaning does not read it as a mark.
 */
interface Escaped extends Literal {
  type: 'escaped';
}

declare module 'mdast' {
  interface PhrasingContentMap {
    escaped: Escaped;
  }
  interface RootContentMap {
    escaped: Escaped;
  }
}

/** Brackets, braces and percent signs after a backslash; the character references of A to Z and a to z. */
const keptApart = /^(?:\\[[\]{}%]|&#(?:6[5-9]|[78]\d|90|9[789]|1[01]\d|12[012]);)$/;

const keepApart: Handle = function (token) {
  if (!keptApart.test(this.sliceSerialize(token))) {
    this.config.enter.data?.call(this, token);
    return;
  }
  const parent = this.stack[this.stack.length - 1];
  const node: Escaped = {
    type: 'escaped',
    value: '',
    position: { start: { ...token.start }, end: { ...token.end } },
  };
  if (parent && 'children' in parent) (parent.children as unknown[]).push(node);
  (this.stack as unknown[]).push(node);
};

const escapes: Extension = { enter: { characterEscape: keepApart, characterReference: keepApart } };

// GFM without its transforms: they search the finished text for addresses a second time, with patterns whose cost grows
// with the square of a long word. The addresses that the syntax itself recognises are enough.
const gfmTree = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));
const syntax = gfm({ singleTilde: false });

export type SyntaxExtension = ReturnType<typeof gfm>;

/** Parses GitHub-flavoured Markdown into its tree, with `more` syntax. The text must have passed `checkBounds`. */
export function parseMarkdown(markdown: string, more: readonly SyntaxExtension[] = []): Root {
  return fromMarkdown(markdown, { extensions: [syntax, ...more], mdastExtensions: [...gfmTree, escapes] });
}
