/** Whether a file is Markdown, by its name or by the type that the system gives. */
export function isMarkdownName({ name, type }: { name: string; type: string }): boolean {
  return /\.(md|markdown|mdown|mkd)$/i.test(name) || type === 'text/markdown';
}
