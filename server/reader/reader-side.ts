import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import type { Registry } from 'prom-client';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import type { CardFiles } from '#server/adapters/card-files.ts';
import type { Config } from '#server/config.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { EdgeMarks } from '#server/services/edges/edge-marks.ts';
import type { Edges } from '#server/services/edges/edges.ts';
import type { Services } from '#server/services/index.ts';

/** What takes in what visitors leave; what comes late comes to the writer alone. */
export interface VisitorServices extends Pick<Services, 'contact' | 'invitations'> {
  views: Omit<Services['views'], 'late'>;
  counting: Omit<Services['counting'], 'late'>;
}

/**
 * What a reader instance does otherwise than the writer, and what outlives the app that it puts together for each
 * publication (docs/rules.md, "Reader instances").
 */
export interface ReaderSide {
  /** What visitors leave goes into the outbox. */
  taking(parts: { db: OpenDatabase['db']; config: Config }): VisitorServices;
  blobs: SiteBlobs;
  /** Nothing is put into the store: a card that is not there is drawn for who asks. */
  cards: CardFiles;
  edges: { edge: Edges; marks: EdgeMarks };
  /** Counts of what clients have asked for: a new publication must not give them all their calls again. */
  limits: NonNullable<RateLimitPluginOptions['store']>;
  addMetrics(registry: Registry): void;
  /** Whether the newest publication can be taken. */
  isBehind(): boolean;
}
