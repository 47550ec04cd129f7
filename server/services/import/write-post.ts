import { atomically, type Executor } from '#server/db/transaction.ts';
import { noteSource, type SourceMatch, setTimesOfChange } from '#server/repositories/posts/post-sources.ts';
import { insertPost, updatePost } from '#server/repositories/posts/post-writes.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { findTagBySlug } from '#server/repositories/tags.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ContentService } from '../content.ts';
import { changedFields } from '../posts/post-changes.ts';
import { createPostWriter, type PostWriter, type PostWriterOptions } from '../posts/post-writer.ts';
import type { ImportLedger } from './import-ledger.ts';
import type { FileOutcome, ImportReport } from './import-report.ts';
import { hashOfFields, timesOf } from './post-fields.ts';
import { saidHash } from './post-said.ts';
import type { ReadPost } from './read-post.ts';

interface PostWritingOptions {
  db: Executor;
  clock: Clock;
  content: ContentService;
  isDryRun?: boolean | undefined;
  isForced?: boolean | undefined;
  /** The site from which the posts come. */
  site: string;
  /** Whether the source is our own export, which says when each post was last changed. */
  isExport: boolean;
  ledger?: ImportLedger | undefined;
  /** The report to which the discarded template tags are added. */
  report: ImportReport;
}

interface Written {
  outcome: Extract<FileOutcome, 'created' | 'updated' | 'unchanged' | 'kept'>;
  /** The post in its current state; null when a dry run has created none. */
  post: Post | null;
}

/**
 * Writes a post that was read, or with a dry run says what would be done. If the source is the same as at the last
 * import, nothing changes. If it has changed, the post is changed, unless it was edited here since: then it keeps its
 * text. Overwritten texts stay in the revisions.
 */
export function createPostWriting(options: PostWritingOptions): (post: ReadPost) => Promise<Written> {
  const { db, clock, isDryRun, isForced, isExport, report } = options;
  const content = countingDropped(options.content, report);
  return async (read) => {
    const { source, fields, match } = read;
    const now = clock.now();
    const sha256 = hashOfFields(fields);
    const before = match && (await findById(db, match.postId, { kind: 'all', now }));
    if (before && match.sha256 === sha256 && !isForced) return { outcome: 'unchanged', post: before };
    const changes = before ? changedFields(before, fields, now) : fields;
    const isSame = before !== null && Object.keys(changes).length === 0;
    if (before && !isSame && !isForced && isEdited(before, match, isExport ? source.front.updated : undefined))
      return { outcome: 'kept', post: before };
    if (isDryRun) {
      if (changes.content !== undefined) await content.render(changes.content);
      return { outcome: before ? (isSame ? 'unchanged' : 'updated') : 'created', post: before };
    }
    const writer = createPostWriter({ db, clock, content, cause: 'import', ...storing(read, sha256, options) });
    if (!before) return { outcome: 'created', post: await create(writer, read, now) };
    // Written without the slug: a post whose address has changed here keeps the new one.
    const written = await writer.update(before.id, fields);
    if (written.outcome === 'unchanged') {
      await noteSource(
        db,
        { source: options.site, slug: source.key },
        { postId: before.id, sha256, said: saidHash(written.post) },
      );
    }
    return { outcome: written.outcome === 'created' ? 'updated' : written.outcome, post: written.post };
  };
}

/**
 * Whether a post was edited since an import wrote it. If the written content was not recorded, a post counts as
 * unedited when it was not saved after its creation; with an export, when it was not changed after the time of change
 * in the export.
 */
function isEdited(post: Post, { said, sha256 }: SourceMatch, exportedAt: number | undefined): boolean {
  if (said !== null) return saidHash(post) !== said;
  if (exportedAt !== undefined) return Date.parse(post.updatedAt) > exportedAt;
  return sha256 !== null && post.version > 1;
}

/** The time of the last change is stored in the same transaction. */
function create(writer: PostWriter, { source, fields }: ReadPost, now: number): Promise<Post> {
  const { categoryId = 0, ...rest } = fields;
  return writer.create({ ...rest, categoryId, slug: source.slug }, { createdAt: timesOf(source, now).createdAt });
}

/** A post is stored in the same transaction as the record of its source: after a kill both exist or neither. */
function storing(
  { source }: ReadPost,
  sha256: string,
  { site, ledger, clock }: PostWritingOptions,
): Required<Pick<PostWriterOptions, 'insert' | 'replace'>> {
  const key = { source: site, slug: source.key };
  return {
    insert: (ex, post, now, origin) =>
      atomically(ex, async (trx) => {
        const newTags = await tagsNotHere(trx, post.tags);
        const made = await insertPost(trx, post, now, origin);
        const said = saidHash(made);
        await noteTags(trx, newTags, ledger);
        await noteSource(trx, key, { postId: made.id, sha256, said });
        await ledger?.made(trx, 'post', made.id, said);
        const { updatedAt, contentUpdatedAt } = timesOf(source, clock.now());
        const changed = { updatedAt: isoOf(updatedAt) ?? made.updatedAt, contentUpdatedAt: isoOf(contentUpdatedAt) };
        await setTimesOfChange(trx, made.id, changed);
        return { ...made, ...changed, contentUpdatedAt: changed.contentUpdatedAt ?? null };
      }),
    replace: (ex, id, changes, at) =>
      atomically(ex, async (trx) => {
        const before = await findById(trx, id, { kind: 'all', now: at.now });
        const newTags = await tagsNotHere(trx, changes.tags);
        const after = await updatePost(trx, id, changes, at);
        const said = saidHash(after);
        await noteTags(trx, newTags, ledger);
        await noteSource(trx, key, { postId: id, sha256, said });
        if (before) await ledger?.changedPost(trx, before, said);
        return after;
      }),
  };
}

const isoOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

async function tagsNotHere(trx: Executor, names: readonly string[] = []): Promise<string[]> {
  const missing: string[] = [];
  for (const slug of new Set(names.map(tagSlug))) if (!(await findTagBySlug(trx, slug))) missing.push(slug);
  return missing;
}

async function noteTags(trx: Executor, slugs: readonly string[], ledger: ImportLedger | undefined) {
  if (!ledger) return;
  for (const slug of slugs) {
    const tag = await findTagBySlug(trx, slug);
    if (tag) await ledger.made(trx, 'tag', tag.id);
  }
}

function countingDropped(content: ContentService, report: ImportReport): ContentService {
  return {
    ...content,
    async render(markdown) {
      const rendered = await content.render(markdown);
      report.droppedTemplateTags += rendered.dropped.templateTags;
      report.droppedElements += rendered.dropped.rawHtml;
      return rendered;
    },
  };
}
