import { createHash } from 'node:crypto';

import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';
import { TRUSTED_POLICY } from '#shared/kernel/trusted-policy.ts';

/** Hosts a provider's script and frames come from. Only those in use stand in the policy. */
const embedHosts: Readonly<Record<EmbedProvider, { script: readonly string[]; frame: readonly string[] }>> = {
  twitter: { script: ['https://platform.twitter.com'], frame: ['https://platform.twitter.com'] },
  instagram: { script: ['https://www.instagram.com'], frame: ['https://www.instagram.com'] },
  tiktok: { script: ['https://www.tiktok.com', 'https://*.ttwstatic.com'], frame: ['https://www.tiktok.com'] },
  youtube: { script: [], frame: ['https://www.youtube-nocookie.com'] },
  vimeo: { script: [], frame: ['https://player.vimeo.com'] },
};

const analyticsHosts = {
  // The measurement script alone: the rest of the host serves whatever anybody has written there.
  script: ['https://www.googletagmanager.com/gtag/'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
};

export interface PolicyOptions {
  isHttps: boolean;
  hasAnalytics: boolean;
  /** The constant inline scripts of our pages; allowed by hash because cached pages cannot carry a nonce. */
  inlineScripts: readonly string[];
  /** Origin that takes what readers send, on published pages. */
  writer?: string | undefined;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Directives = Readonly<Record<string, readonly string[]>>;

function written(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';');
}

/** What every page of ours says: no plug-ins, no other base, forms to ourselves. */
function commonDirectives({ isHttps, inlineScripts, writer }: PolicyOptions): Directives {
  const takers = ["'self'", ...(writer === undefined ? [] : [writer])];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts.map(hashOf)],
    'style-src': ["'self'"],
    // A featured image may be any address.
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
 * The policy of every answer but the admin's page. While a network's script or the measurement script is in use it takes
 * what those cannot do without: they write addresses of scripts as plain text, and embeds styles of their own. For the
 * signed-in owner none is ever in use: it would run with their session.
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
 * The policy a published page carries in itself, where nobody sends a header for it. Who may frame the page cannot be said
 * there (Content Security Policy Level 3, "meta" element): hosts that send headers are given all of it.
 */
export function policyInPage(options: PolicyOptions, embeds: () => ReadonlySet<EmbedProvider>): () => string {
  const policy = sitePolicy(options);
  return () => policy(embeds(), 'reader').replace(/frame-ancestors [^;]*;/, '');
}

/**
 * The policy of the admin's page, which is made anew each time and so can carry a nonce: for the style elements of the
 * editor and of windows. No script of anybody else runs in it, whatever the reading site uses.
 */
export function adminPolicy(options: PolicyOptions): (nonce: string) => string {
  const common = commonDirectives(options);
  return (nonce) =>
    written({
      ...common,
      'style-src': ["'self'", `'nonce-${nonce}'`],
      // Letters are shown as mail programs show them, which read style attributes alone, in a frame that has this policy too;
      // and what is pasted says bold and italics in them.
      'style-src-attr': ["'unsafe-inline'"],

      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      // The unnamed one lets our own workers begin, and nothing else.
      'trusted-types': [TRUSTED_POLICY, 'default'],
    });
}

/** The policy of a page that holds nothing but words and this style. */
export function bareOf(style: string): string {
  return written({
    'default-src': ["'none'"],
    'style-src': [hashOf(style)],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  });
}
