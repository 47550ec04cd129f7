import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';
import { bareOf, type PolicyOptions, sitePolicy } from './content-policy.ts';

const REFERRER_POLICY = 'strict-origin-when-cross-origin';
/** For the features that players of embeds ask for (autoplay, fullscreen, motion), the browser's own rule stays. */
const DENIED = 'camera display-capture geolocation hid idle-detection local-fonts magnetometer microphone midi payment'
  .concat(' screen-wake-lock serial usb xr-spatial-tracking')
  .split(' ');
const PERMISSIONS_POLICY = DENIED.map((feature) => `${feature}=()`).join(', ');

interface SecurityHeaderOptions extends Omit<PolicyOptions, 'isHttps'> {
  /** False only in development, where Vite's own inline scripts and sockets run. */
  hasPolicy: boolean;
  /** The server's own address. */
  siteUrl: string;
  /** Whether all subdomains of the site are also reached only by https. */
  hasSubdomains?: boolean;
  /** The embeds that the site uses now. */
  embeds: () => ReadonlySet<EmbedProvider>;
}

/**
 * The content security policy (docs/rules.md, "Content security policy") and the other security headers. HSTS only when
 * the site is served by https.
 */
export async function addSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): Promise<void> {
  const isHttps = options.siteUrl.startsWith('https:');
  const policy = options.hasPolicy ? sitePolicy({ ...options, isHttps }) : null;
  await app.register(helmet, {
    global: true,
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: options.hasSubdomains ?? false } : false,
    referrerPolicy: { policy: REFERRER_POLICY },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'sameorigin' },
    // Pages and answers are only for this site; answers that others may show set the header themselves
    // (`forOtherSites`).
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // These headers ask for what a browser does anyway, are for browsers and plug-ins that no longer exist, or (DNS)
    // are against the reader's interest; each costs half a per cent of a cached page.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Set by the hook below, because it depends on what is in use.
    contentSecurityPolicy: false,
  });
  app.addHook('onRequest', async ({ adminId }, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    const viewer = adminId === null ? 'reader' : 'owner';
    if (policy) reply.header('content-security-policy', policy(options.embeds(), viewer));
  });
}

/** Marks pictures, icons and feeds, which other sites, letters and feed readers show from here. */
export function forOtherSites(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-resource-policy', 'cross-origin');
}

/**
 * Adds the necessary headers to an error answer that was made before the hooks above ran, because another hook or the
 * parsing of the address refused the request. An answer that has its headers already keeps them, except for the policy
 * when it has a style of its own (`style`, the text of its one style element).
 */
export function addMissingHeaders(reply: FastifyReply, style = ''): void {
  if (style !== '') reply.header('content-security-policy', bareOf(style));
  if (reply.hasHeader('x-content-type-options')) return;
  reply.headers({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': REFERRER_POLICY,
    'permissions-policy': PERMISSIONS_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': bareOf(style),
  });
}
