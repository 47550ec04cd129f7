import { renderToStaticMarkup } from 'react-dom/server';
import type { LandingData } from '../../page-data.ts';
import type { SiteInfo } from '../../site-data.ts';
import { landingJsonLd } from './landing-json-ld.ts';
import { findLandingPage } from './landing-pages.ts';
import { LandingScreen } from './landing-screen.tsx';

/** Returns the landing page at a path, rendered; null where there is none. On the server only. */
export function landingData(path: string, info: SiteInfo): LandingData | null {
  const page = findLandingPage(path);
  if (!page) return null;
  return {
    screen: 'landing',
    path,
    title: page.title,
    description: page.description,
    jsonLd: landingJsonLd(page, info),
    html: renderToStaticMarkup(<LandingScreen page={page} />),
  };
}
