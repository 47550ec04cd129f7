import type { PostStyle } from '#shared/kernel/post-style.ts';

/**
 * Names the marks of a text that readers will not see: bold and italics if the owner has not switched them on, and
 * lines across the page.
 */
export function droppedMarks(markdown: string, { emphasis }: Pick<PostStyle, 'emphasis'>): string | null {
  const withoutCode = markdown.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  const isEmphasised = emphasis === 'remove' && /(?<![*\\\w])\*{1,3}[^\s*]|(?<![_\\\w])_{1,3}[^\s_]/.test(withoutCode);
  // A row of hyphens directly below a line of words is not a line across: it makes the words a heading.
  const isRuled =
    /(?:^|\n\n) {0,3}(?:-[ \t]*){3,}(?:\n|$)/.test(withoutCode) ||
    /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/m.test(withoutCode);
  if (isEmphasised) return isRuled ? 'bold, italics and lines across' : 'bold and italics';
  return isRuled ? 'lines across' : null;
}
