import { initial } from './0001-initial.ts';
import { idempotencyKeys } from './0002-idempotency-keys.ts';
import { aiRuns } from './0003-ai-runs.ts';
import { workspaceLog } from './0004-workspace-log.ts';
import { namesOfPlaces } from './0005-names-of-places.ts';
import { postEvents } from './0006-post-events.ts';
import { subtitle } from './0007-subtitle.ts';
import { stepsById } from './0008-steps-by-id.ts';
import { listsOfEvents } from './0009-lists-of-events.ts';
import { authorSlugs } from './0010-author-slugs.ts';
import { contentUpdatedAt } from './0011-content-updated-at.ts';
import { series } from './0012-series.ts';
import { featuredImageWords } from './0013-featured-image-words.ts';
import { tagRedirects } from './0014-tag-redirects.ts';
import { shareLinks } from './0015-share-links.ts';
import { mediaLibrary } from './0016-media-library.ts';
import { pendingChanges } from './0017-pending-changes.ts';
import { history } from './0018-history.ts';
import { pathRedirects } from './0019-path-redirects.ts';
import { aiProviders } from './0020-ai-providers.ts';
import { promptVersions } from './0021-prompt-versions.ts';
import { provenance } from './0022-provenance.ts';
import { codices } from './0023-codices.ts';
import { aiBatches } from './0024-ai-batches.ts';
import { apiTokens } from './0025-api-tokens.ts';
import { subscribers } from './0026-subscribers.ts';
import { letters } from './0027-letters.ts';
import { statistics } from './0028-statistics.ts';
import { imports } from './0029-imports.ts';
import { webhooks } from './0030-webhooks.ts';
import { secondFactors } from './0031-second-factors.ts';
import { audit } from './0032-audit.ts';
import { postChanges } from './0033-post-changes.ts';
import { secondReadings } from './0034-second-readings.ts';
import { importParts } from './0035-import-parts.ts';
import { readerDeliveries } from './0036-reader-deliveries.ts';
import { confirmationTries } from './0037-confirmation-tries.ts';
import type { Migration } from './migration.ts';

/** All migrations in order; the number of those applied is the database's `user_version`. */
export const migrations: readonly Migration[] = [
  initial,
  idempotencyKeys,
  aiRuns,
  workspaceLog,
  namesOfPlaces,
  postEvents,
  subtitle,
  stepsById,
  listsOfEvents,
  authorSlugs,
  contentUpdatedAt,
  series,
  featuredImageWords,
  tagRedirects,
  shareLinks,
  mediaLibrary,
  pendingChanges,
  history,
  pathRedirects,
  aiProviders,
  promptVersions,
  provenance,
  codices,
  aiBatches,
  apiTokens,
  subscribers,
  letters,
  statistics,
  imports,
  webhooks,
  secondFactors,
  audit,
  postChanges,
  secondReadings,
  importParts,
  readerDeliveries,
  confirmationTries,
];
