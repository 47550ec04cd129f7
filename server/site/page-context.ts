import { createContext, useContext } from 'react';
import type { PageData } from './page-data.ts';
import type { SiteData } from './site-data.ts';

/** What a screen can do with its page beyond showing it. */
export interface PageControls {
  /** Path and query of the page shown. */
  url: string;
  /** The year the server rendered the page in. Dates in lists leave it out. */
  year: number;
  /** Origin that takes what readers send, where the page is a published file; "": the page's own. */
  writer: string;
  /** Where more data comes from. In the browser only: null while rendering on the server. */
  data: SiteData | null;
  /** Fetches the page's data again (Try again). */
  reload: () => void;
  /** Replaces the page's data, also for a later visit by Back (Load more). */
  update: (page: PageData) => void;
}

export const PageContext = createContext<PageControls>({
  url: '/',
  year: 0,
  writer: '',
  data: null,
  reload: () => {},
  update: () => {},
});

export function usePageControls(): PageControls {
  return useContext(PageContext);
}
