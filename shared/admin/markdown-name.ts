/** Whether a file's name, or what a system says of it, is one of Markdown. */
export function isMarkdownName({ name, type }: { name: string; type: string }): boolean {
  return /\.(md|markdown|mdown|mkd)$/i.test(name) || type === 'text/markdown';
}
