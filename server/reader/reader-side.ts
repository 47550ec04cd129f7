import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import type { Registry } from 'prom-client';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import type { CardFiles } from '#server/adapters/card-files.ts';
import type { Config } from '#server/config.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { EdgeMarks } from '#server/services/edges/edge-marks.ts';
import type { Edges } from '#server/services/edges/edges.ts';
import type { Services } from '#server/services/index.ts';

/** The services that take what visitors leave. Late arrivals go to the writer alone. */
export interface VisitorServices extends Pick<Services, 'contact' | 'invitations'> {
  views: Omit<Services['views'], 'late'>;
  counting: Omit<Services['counting'], 'late'>;
}

/**
 * The parts in which a reader instance differs from the writer, and those that outlive the app that it creates for each
 * publication (docs/rules.md, "Reader instances").
 */
export interface ReaderSide {
  /** Creates the services that put what visitors leave into the outbox. */
  taking(parts: { db: OpenDatabase['db']; config: Config }): VisitorServices;
  blobs: SiteBlobs;
  /** Nothing is put into the store: a missing card is drawn for the request. */
  cards: CardFiles;
  edges: { edge: Edges; marks: EdgeMarks };
  /**
   * The counts of the clients' calls, for the rate limits: a new publication must not give clients back the calls they
   * have used up.
   */
  limits: NonNullable<RateLimitPluginOptions['store']>;
  addMetrics(registry: Registry): void;
  /** Whether the newest publication cannot be taken at present. */
  isBehind(): boolean;
}
