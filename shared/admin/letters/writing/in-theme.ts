export type LetterTheme = 'light' | 'dark';

const QUERY = '@media (prefers-color-scheme:dark)';

/** A letter as a mail program of this theme shows it, whatever the owner's own is. */
export function inTheme(html: string, theme: LetterTheme): string {
  return html.replace(QUERY, theme === 'dark' ? '@media all' : '@media not all');
}
