import type { Executor } from '#server/db/transaction.ts';
import { noteSource } from '#server/repositories/posts/post-sources.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ContentService } from '../content.ts';
import { changedFields } from '../post-changes.ts';
import { createPostWriter, type WrittenPost } from '../post-writer.ts';
import type { ImportReport } from './import-report.ts';
import { hashOfFields, timesOf } from './post-fields.ts';
import type { ReadPost } from './read-post.ts';

interface PostWritingOptions {
  db: Executor;
  clock: Clock;
  content: ContentService;
  isDryRun?: boolean | undefined;
  isForced?: boolean | undefined;
  /** What rendering drops is added here. */
  report: ImportReport;
}

/**
 * Writes a post that was read, or with a dry run says what would be done. A file that says what it said when it was
 * imported changes nothing, whatever was edited here since; what another overwrites stays in the revisions.
 */
export function createPostWriting(options: PostWritingOptions): (post: ReadPost) => Promise<WrittenPost['outcome']> {
  const { db, clock, isDryRun, isForced, report } = options;
  const content: ContentService = {
    ...options.content,
    async render(markdown) {
      const rendered = await options.content.render(markdown);
      report.droppedTemplateTags += rendered.dropped.templateTags;
      report.droppedElements += rendered.dropped.rawHtml;
      return rendered;
    },
  };
  const writer = createPostWriter({ db, clock, content, cause: 'import' });

  const rehearse = async ({ fields, match }: ReadPost): Promise<WrittenPost['outcome']> => {
    const now = clock.now();
    const before = match && (await findById(db, match.postId, { kind: 'all', now }));
    const changes = before ? changedFields(before, fields, now) : fields;
    if (changes.content !== undefined) await content.render(changes.content);
    if (!before) return 'created';
    return Object.keys(changes).length === 0 ? 'unchanged' : 'updated';
  };
  return async (post) => {
    const { source, fields, match } = post;
    const sha256 = hashOfFields(fields);
    if (match?.sha256 === sha256 && !isForced) return 'unchanged';
    if (isDryRun) return rehearse(post);
    const { categoryId = 0, ...rest } = fields;
    const written: WrittenPost = match
      ? // Without its slug: a post that has moved here keeps its new address.
        await writer.update(match.postId, fields)
      : {
          post: await writer.create({ ...rest, categoryId, slug: source.slug }, timesOf(source, clock.now())),
          outcome: 'created',
        };
    await noteSource(db, source.slug, { postId: written.post.id, sha256 });
    return written.outcome;
  };
}
