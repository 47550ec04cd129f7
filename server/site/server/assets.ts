/** The built files a page names in its head: paths from the site's root, made from the build's manifest by the server. */
export interface SiteAssets {
  /** The browser entry, a module: of the reading site loaded after the first paint. */
  entry: string;
  css: string[];
  /** Style sheets for paper, which nothing on the screen waits for. */
  print: string[];
  /** Modules the entry imports, announced so that they load beside it; the reading site's imports none. */
  preloads: string[];
  /** Font files drawn at once (woff2, latin). */
  fonts: string[];
  /** Development only: the inline scripts of the dev server. */
  head?: string[] | undefined;
  /** The script of the search page of a published site; absent where nothing was built. */
  publishedSearch?: string;
}
