/** Puts a theme on the page: its class on the root, and of the page's two `theme-color` metas the one in force. */
export function applyTheme(theme: 'light' | 'dark'): void {
  const isDark = theme === 'dark';
  const { classList } = document.documentElement;
  classList.toggle('dark', isDark);
  classList.toggle('light', !isDark);
  // The browser's own bars take the page's colour.
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta, index) => {
    meta.media = (index === 1) === isDark ? 'all' : 'not all';
  });
}
