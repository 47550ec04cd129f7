import { createHash } from 'node:crypto';

import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';
import { TRUSTED_POLICY } from '#shared/kernel/trusted-policy.ts';

/** The hosts of a provider's script and frames. The policy names only the providers in use. */
const embedHosts: Readonly<Record<EmbedProvider, { script: readonly string[]; frame: readonly string[] }>> = {
  twitter: { script: ['https://platform.twitter.com'], frame: ['https://platform.twitter.com'] },
  instagram: { script: ['https://www.instagram.com'], frame: ['https://www.instagram.com'] },
  tiktok: { script: ['https://www.tiktok.com', 'https://*.ttwstatic.com'], frame: ['https://www.tiktok.com'] },
  youtube: { script: [], frame: ['https://www.youtube-nocookie.com'] },
  vimeo: { script: [], frame: ['https://player.vimeo.com'] },
};

const analyticsHosts = {
  // Only the measurement script: the rest of the host serves whatever anybody has put there.
  script: ['https://www.googletagmanager.com/gtag/'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
};

export interface PolicyOptions {
  isHttps: boolean;
  hasAnalytics: boolean;
  /** The constant inline scripts of the pages; allowed by hash, because cached pages cannot have a nonce. */
  inlineScripts: readonly string[];
  /** The origin to which published pages send what readers enter. */
  writer?: string | undefined;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Directives = Readonly<Record<string, readonly string[]>>;

function written(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';');
}

/** The directives that all pages share: no plug-ins, no other base, forms only to the site itself and the writer. */
function commonDirectives({ isHttps, inlineScripts, writer }: PolicyOptions): Directives {
  const takers = ["'self'", ...(writer === undefined ? [] : [writer])];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts.map(hashOf)],
    'style-src': ["'self'"],
    // A featured image may have any address.
    'img-src': ["'self'", 'https:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': takers,
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': takers,
    'frame-ancestors': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
  };
}

/**
 * The policy of every answer except the admin's page. While a network's script or the measurement script is in use, the
 * policy allows what these need: they write addresses of scripts as plain text, and embeds have styles of their own.
 * For the signed-in owner no such script is ever in use, because it would run with the owner's session.
 */
export function sitePolicy(
  options: PolicyOptions,
): (embeds: ReadonlySet<EmbedProvider>, viewer: 'owner' | 'reader') => string {
  const common = commonDirectives(options);
  const none = { script: [], connect: [] };
  return (embeds, viewer) => {
    const analytics = options.hasAnalytics && viewer === 'reader' ? analyticsHosts : none;
    const scripts = viewer === 'owner' ? [] : [...embeds].flatMap((provider) => embedHosts[provider].script);
    const frames = [...embeds].flatMap((provider) => embedHosts[provider].frame);
    const isOurs = scripts.length === 0 && analytics.script.length === 0;
    return written({
      ...common,
      'script-src': [...(common['script-src'] ?? []), ...analytics.script, ...scripts],
      'style-src': ["'self'", ...(scripts.length > 0 ? ["'unsafe-inline'"] : [])],
      'connect-src': [...(common['connect-src'] ?? []), ...analytics.connect],
      'frame-src': ["'self'", ...frames],
      ...(isOurs ? { 'require-trusted-types-for': ["'script'"], 'trusted-types': [TRUSTED_POLICY] } : {}),
    });
  };
}

/**
 * The policy that a published page contains itself, for hosts that send no header. The directive on who may frame the
 * page is not possible there (Content Security Policy Level 3, "meta" element): hosts that send headers get the whole
 * policy.
 */
export function policyInPage(options: PolicyOptions, embeds: () => ReadonlySet<EmbedProvider>): () => string {
  const policy = sitePolicy(options);
  return () => policy(embeds(), 'reader').replace(/frame-ancestors [^;]*;/, '');
}

/**
 * The policy of the admin's page, which is rendered for each request and so can have a nonce: for the style elements of
 * the editor and of windows. No third-party script runs in it, whatever the reading site uses.
 */
export function adminPolicy(options: PolicyOptions): (nonce: string) => string {
  const common = commonDirectives(options);
  return (nonce) =>
    written({
      ...common,
      'style-src': ["'self'", `'nonce-${nonce}'`],
      // Letters are shown as in mail programs, which only read style attributes, in a frame that inherits this policy;
      // and pasted text uses style attributes for bold and italics.
      'style-src-attr': ["'unsafe-inline'"],

      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      // The `default` policy lets the program's own workers start, and nothing else.
      'trusted-types': [TRUSTED_POLICY, 'default'],
    });
}

/** The policy of a page that contains only text and this style. */
export function bareOf(style: string): string {
  return written({
    'default-src': ["'none'"],
    'style-src': [hashOf(style)],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  });
}
