import type { ReactNode } from 'react';
import type { SiteAssets } from './assets.ts';
import { PageHead, StructuredData } from './head.tsx';
import { PAGE_DATA_ID, type PageData, type Shell } from './page-data.ts';
import { THEME_SCRIPT } from './theme-script.ts';

interface DocumentProps {
  page: PageData;
  shell: Shell;
  assets: SiteAssets;
  /** JSON of the page data, the same text on both sides. */
  pageData: string;
  children: ReactNode;
}

/** The whole HTML document. */
export function Document({ page, shell, assets, pageData, children }: DocumentProps) {
  return (
    // The theme script puts its classes on the root before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script>{THEME_SCRIPT}</script>
        {assets.head?.map((text) => (
          <script key={text} type="module">
            {text}
          </script>
        ))}
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {assets.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <script type="module" src={assets.entry} />
        <PageHead page={page} shell={shell} />
        <meta name="theme-color" content="#fbfaf7" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon-32.png" type="image/png" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/rss+xml" title={`${shell.info.name} (RSS)`} href="/rss.xml" />
        <link rel="alternate" type="application/atom+xml" title={`${shell.info.name} (Atom)`} href="/atom.xml" />
        <link rel="alternate" type="application/feed+json" title={`${shell.info.name} (JSON Feed)`} href="/feed.json" />
      </head>
      <body>
        {children}
        <StructuredData page={page} shell={shell} />
        <script type="application/json" id={PAGE_DATA_ID}>
          {pageData}
        </script>
      </body>
    </html>
  );
}
