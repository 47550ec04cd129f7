import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';
import { bareOf, type PolicyOptions, sitePolicy } from './content-policy.ts';

const REFERRER_POLICY = 'strict-origin-when-cross-origin';
/** What players of embeds ask for (autoplay, fullscreen, motion) stays with the browser's own rule. */
const DENIED = 'camera display-capture geolocation hid idle-detection local-fonts magnetometer microphone midi payment'
  .concat(' screen-wake-lock serial usb xr-spatial-tracking')
  .split(' ');
const PERMISSIONS_POLICY = DENIED.map((feature) => `${feature}=()`).join(', ');

interface SecurityHeaderOptions extends Omit<PolicyOptions, 'isHttps'> {
  /** False in development only, where Vite's own inline scripts and sockets run. */
  hasPolicy: boolean;
  /** The server's own. */
  siteUrl: string;
  /** Whether every name below the site's is to be reached by https alone, too. */
  hasSubdomains?: boolean;
  /** Embeds in use on the site now. */
  embeds: () => ReadonlySet<EmbedProvider>;
}

/**
 * The content security policy (docs/rules.md, "Content security policy") and the headers beside it. HSTS only where the
 * site is served by https.
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
    // Pages and answers are for ourselves; what others may show says so itself (`forOtherSites`).
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // What a browser does anyway, what is for browsers and plug-ins that are gone, or (DNS) against the reader; each
    // costs half a per cent of a cached page.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // By the hook below: it depends on what is in use.
    contentSecurityPolicy: false,
  });
  app.addHook('onRequest', async ({ adminId }, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    const viewer = adminId === null ? 'reader' : 'owner';
    if (policy) reply.header('content-security-policy', policy(options.embeds(), viewer));
  });
}

/** Pictures, icons and feeds: other sites, letters and feed readers show them from here. */
export function forOtherSites(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-resource-policy', 'cross-origin');
}

/**
 * For an error answer that was made before the hooks above ran, because another hook or the reading of the address has
 * refused the request: what such an answer needs. One that has its headers already keeps them, except for the policy where it has
 * a style of its own, the text of its one style element.
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
