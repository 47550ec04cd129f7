export type LetterTheme = 'light' | 'dark';

const QUERY = '@media (prefers-color-scheme:dark)';

/**
 * A letter as a mail program of this theme shows it, whatever the owner's own is. `nonce` lets its style element count in
 * a page whose policy asks for one.
 */
export function inTheme(html: string, theme: LetterTheme, nonce?: string): string {
  const themed = html.replace(QUERY, theme === 'dark' ? '@media all' : '@media not all');
  return nonce === undefined ? themed : themed.replace('<style>', `<style nonce="${nonce}">`);
}
