import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Hosts a provider's script, frames and pictures come from. Only those in use stand in the policy. */
const embedHosts = {
  twitter: { script: ['https://platform.twitter.com'], frame: ['https://platform.twitter.com'] },
  instagram: { script: ['https://www.instagram.com'], frame: ['https://www.instagram.com'] },
  tiktok: { script: ['https://www.tiktok.com', 'https://*.ttwstatic.com'], frame: ['https://www.tiktok.com'] },
  youtube: { script: [], frame: ['https://www.youtube-nocookie.com'] },
  vimeo: { script: [], frame: ['https://player.vimeo.com'] },
} as const;
type EmbedProvider = keyof typeof embedHosts;

const analyticsHosts = {
  script: ['https://www.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
};

const REFERRER_POLICY = 'strict-origin-when-cross-origin';
const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

interface SecurityHeaderOptions {
  /** False in development only, where Vite's own inline scripts and sockets run. */
  hasPolicy: boolean;
  siteUrl: string;
  hasAnalytics: boolean;
  /** The constant inline scripts of our pages; allowed by hash because cached pages cannot carry a nonce. */
  inlineScripts: string[];
  /** Embeds in use on the site now. */
  embeds: () => ReadonlySet<EmbedProvider>;
}

const inlineHash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The content security policy (docs/rules.md, "Content security policy") and the headers beside it. HSTS only where the
 * site is served by https.
 */
export async function addSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): Promise<void> {
  const isHttps = options.siteUrl.startsWith('https:');
  const analytics = options.hasAnalytics ? analyticsHosts : { script: [], connect: [] };
  const inUse = (kind: 'script' | 'frame') => () =>
    [...options.embeds()].flatMap((provider) => embedHosts[provider][kind]).join(' ');
  await app.register(helmet, {
    global: true,
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: REFERRER_POLICY },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'sameorigin' },
    // What a browser does anyway, what is for browsers and plug-ins that are gone, or (DNS) against the reader; each
    // costs half a per cent of a cached page.
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    contentSecurityPolicy: options.hasPolicy && {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...options.inlineScripts.map(inlineHash), ...analytics.script, inUse('script')],
        // Radix writes style attributes (decision 0003).
        styleSrc: ["'self'", "'unsafe-inline'"],
        // A featured image may be any address.
        imgSrc: ["'self'", 'https:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...analytics.connect],
        frameSrc: ["'self'", inUse('frame')],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
}

/**
 * For an error answer that was made before the hooks above ran, because another hook or the reading of the address has
 * refused the request: what such an answer needs. One that has its headers already keeps them.
 */
export function addMissingHeaders(reply: FastifyReply): void {
  if (reply.hasHeader('x-content-type-options')) return;
  reply.headers({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': REFERRER_POLICY,
    'permissions-policy': PERMISSIONS_POLICY,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  });
}
