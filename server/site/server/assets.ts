/**
 * The built files that a page names in its head: paths from the site's root, taken by the server from the build's
 * manifest.
 */
export interface SiteAssets {
  /** The browser entry, a module. The reading site's is loaded after the first paint. */
  entry: string;
  css: string[];
  /** Style sheets for printing, which nothing on the screen waits for. */
  print: string[];
  /**
   * Modules that the entry imports, announced so that they load at the same time; the reading site's entry imports
   * none.
   */
  preloads: string[];
  /** Font files that the first paint needs (woff2, latin). */
  fonts: string[];
  /** Development only: the inline scripts of the dev server. */
  head?: string[] | undefined;
  /** The script of the search page of a published site; absent where nothing was built. */
  publishedSearch?: string;
}
