import type { Metrics } from '#server/http/metrics.ts';
import type { Edges } from '#server/services/edges/edges.ts';
import { CONTRACT_VERSION, getHealth, getMeta, getMetrics, getOpenApi, getReadiness } from '#shared/contract/meta.ts';
import { openApiDocument } from '#shared/contract/openapi/openapi.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Register } from './register.ts';

interface MetaOptions {
  version: string;
  siteId: string;
  siteUrl: string;
  /** The name that the owner has given the site. */
  siteName: () => Promise<string>;
  /** Resolves when the database and the disk respond. */
  checkReady: () => Promise<void>;
  edge: Pick<Edges, 'status'>;
  /** On a reader instance: whether the newest publication cannot be taken. */
  isBehind?: () => boolean;
  metrics: Metrics;
}

/** The calls by which programs ask the server about itself. */
export function addMetaRoutes(register: Register, options: MetaOptions): void {
  const { version, siteId, siteUrl, siteName, checkReady, edge, isBehind, metrics } = options;
  let document: ReturnType<typeof openApiDocument> | undefined;

  register(getMeta, async () => ({
    product: 'ninefold' as const,
    version,
    contract: CONTRACT_VERSION,
    siteId,
    siteUrl,
    siteName: await siteName(),
  }));
  register(getOpenApi, () => {
    document ??= openApiDocument({ version, siteUrl });
    return document;
  });
  register(getHealth, () => ({ status: 'ok' as const }));
  register(getReadiness, async ({ request }) => {
    await checkReady().catch((cause: unknown) => {
      request.log.error({ err: cause }, 'not ready');
      throw new AppError('overloaded', { cause });
    });
    const { isConfigured, failure } = edge.status();
    const edges = failure ? ('behind' as const) : ('current' as const);
    const publication = isBehind?.() ? ('behind' as const) : ('current' as const);
    return { status: 'ok' as const, ...(isConfigured && { edges }), ...(isBehind && { publication }) };
  });
  register(getMetrics, async ({ request, reply }) => {
    if (!metrics.allows(request)) throw new AppError('not_found');
    await reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
    return undefined;
  });
}
