import { createAuthorService } from '#server/services/authors.ts';
import { createCalendarService } from '#server/services/calendar.ts';
import { createCategoryService } from '#server/services/categories.ts';
import { createCodexService } from '#server/services/codices.ts';
import type { ContentService } from '#server/services/content.ts';
import { createIdempotency } from '#server/services/idempotency.ts';
import { createImageService } from '#server/services/images.ts';
import { createDestinations } from '#server/services/links/destinations.ts';
import { createLinkService } from '#server/services/links/link-service.ts';
import type { LongWrites } from '#server/services/long-writes.ts';
import { createPendingChangeService } from '#server/services/pending/pending-changes.ts';
import { createManyPosts } from '#server/services/posts/many-posts.ts';
import { createPostCopies } from '#server/services/posts/post-copies.ts';
import { createPostPreviews } from '#server/services/posts/post-previews.ts';
import { createPostService } from '#server/services/posts/posts.ts';
import { createPostAdminService } from '#server/services/posts/posts-admin.ts';
import { createShareLinkService } from '#server/services/posts/share-links.ts';
import { createProposalService } from '#server/services/programs/proposals.ts';
import { createRedirectService } from '#server/services/redirects.ts';
import { createSearchService } from '#server/services/search.ts';
import { createTagService } from '#server/services/tags.ts';
import type { WorkspaceService } from '#server/services/workspace/index.ts';
import type { Storage } from './create-storage.ts';
import type { Threads } from './create-threads.ts';
import type { RoomOptions } from './service-options.ts';

interface WritingParts {
  content: ContentService;
  longWrites: LongWrites;
  workspace: WorkspaceService;
  threads: Threads;
  storage: Storage;
}

/** Creates the services of posts in every state, their pictures, categories and tags, and the search. */
export function createWriting(options: RoomOptions, parts: WritingParts) {
  const { config, clock, db, siteId, failed } = options;
  const { tell, tellPosts } = options.events;
  const { content, longWrites, workspace, threads, storage } = parts;
  const posts = createPostService({ db, clock });
  const idempotency = createIdempotency({ db, clock });
  const postAdmin = createPostAdminService({
    ...{ db, clock, content, longWrites, tellPosts, idempotency },
  });
  const destinations = createDestinations({ db, clock, isServed: options.isServed });
  const search = createSearchService({ db, clock, worker: threads.search });
  const categories = createCategoryService({ db, clock, tell });
  const pendingChanges = createPendingChangeService({ db, clock, content, longWrites, tellPosts });
  return {
    services: {
      posts,
      postAdmin,
      manyPosts: createManyPosts({ db, clock, longWrites, tellPosts }),
      postPreviews: createPostPreviews({ db, clock, content }),
      shareLinks: createShareLinkService({ db, clock, posts }),
      pendingChanges,
      postCopies: createPostCopies({ db, clock, siteId, pendingChanges }),
      proposals: createProposalService({ db, clock, content, pendingChanges, tellPosts }),
      calendar: createCalendarService({ db, clock }),
      images: createImageService({
        ...{ db, clock, content, longWrites, tell, tellPosts, idempotency },
        ...{ files: storage.pictureFiles, reserve: storage.reserve },
        onFileError: failed('files of a deleted picture are still there; they are swept at the next start'),
      }),
      categories,
      codices: createCodexService({ db, workspace, categories }),
      tags: createTagService({ db, clock, longWrites, tell }),
      authors: createAuthorService({ db, clock, tell }),
      redirects: createRedirectService({ db, clock, origin: config.SITE_URL, destinations, tell }),
      links: createLinkService({
        ...{ db, clock, destinations, content, search },
        ...{ origin: config.SITE_URL, posts: postAdmin },
      }),
      search,
    },
    destinations,
  };
}
