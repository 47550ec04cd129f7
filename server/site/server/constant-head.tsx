import { DEFAULT_THEME } from '#shared/kernel/themes.ts';
import type { SiteInfo } from '../site-data.ts';
import type { SiteAssets } from './assets.ts';
import { LATER, PAGE_SCRIPT, THEME_SCRIPT } from './inline-scripts.ts';

interface ConstantHeadProps {
  assets: SiteAssets;
  info: SiteInfo;
  /** The content security policy, when the page itself must contain it. */
  policy: string | undefined;
  /** Scripts that this page loads in addition to those of every page, as late as those. */
  more: readonly string[];
}

/**
 * The part of the head that every page has and that never changes during a visit: files, inline scripts, icons, search,
 * feeds. It is rendered on the server alone. In the browser, React leaves unknown elements of a head alone, so readers
 * need not load this a second time as code.
 */
export function ConstantHead({ assets, info, policy, more }: ConstantHeadProps) {
  return (
    <>
      <meta charSet="utf-8" />
      {/* The policy comes before everything to which it must apply. */}
      {policy !== undefined && <meta httpEquiv="Content-Security-Policy" content={policy} />}
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content={DEFAULT_THEME.paper} />
      {/* The scripts come before the style sheet: a script after it would wait for it, and the page's text for the script. */}
      <script>{THEME_SCRIPT}</script>
      <script>{PAGE_SCRIPT}</script>
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
      {/* Nothing on the screen waits for the print styles, and a page that is printed as soon as it has loaded has them. */}
      {assets.print.map((href) => (
        <link key={href} rel="stylesheet" media="print" href={href} />
      ))}
      {/* The page's script fetches these modules after the first paint. */}
      <meta name={LATER} content={[assets.entry, ...more].join(' ')} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon-32.png" type="image/png" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="search" type="application/opensearchdescription+xml" title={info.name} href="/opensearch.xml" />
      <link rel="alternate" type="application/rss+xml" title={`${info.name} (RSS)`} href="/rss.xml" />
      <link rel="alternate" type="application/atom+xml" title={`${info.name} (Atom)`} href="/atom.xml" />
      <link rel="alternate" type="application/feed+json" title={`${info.name} (JSON Feed)`} href="/feed.json" />
    </>
  );
}
