import { createContext, useContext } from 'react';
import type { PageData } from './page-data.ts';
import type { SiteData } from './site-data.ts';

/** The means of a screen to act on its page beyond showing it. */
export interface PageControls {
  /** Path and query of the page that is shown. */
  url: string;
  /** The year in which the server rendered the page. Dates in lists leave it out. */
  year: number;
  /** The origin that receives what readers send, when the page is a published file; "" means the page's own. */
  writer: string;
  /** The source of more data. It exists in the browser only: null while rendering on the server. */
  data: SiteData | null;
  /** Fetches the page's data again (Try again). */
  reload: () => void;
  /** Replaces the page's data, also for a later return by Back (Load more). */
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
