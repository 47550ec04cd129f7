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
  /** The site the posts come from. */
  site: string;
  /** Whether it is an export of ours, which says when each post was last changed. */
  isExport: boolean;
  ledger?: ImportLedger | undefined;
  /** What rendering drops is added here. */
  report: ImportReport;
}

interface Written {
  outcome: Extract<FileOutcome, 'created' | 'updated' | 'unchanged' | 'kept'>;
  /** The post as it is now; null where a trial run has made none. */
  post: Post | null;
}

/**
 * Writes a post that was read, or with a dry run says what would be done. A source that says what it said when it was
 * imported changes nothing. One that says something else changes the post, unless that was edited here since: then its words
 * stay. What is overwritten stays in the revisions.
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
    // Without its slug: a post that has moved here keeps its new address.
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
 * Whether a post was edited since an import has written it. Where none has noted what it wrote, one that was never saved since
 * it was made was not; and one that an export says to have been changed then, and that was not changed later.
 */
function isEdited(post: Post, { said, sha256 }: SourceMatch, exportedAt: number | undefined): boolean {
  if (said !== null) return saidHash(post) !== said;
  if (exportedAt !== undefined) return Date.parse(post.updatedAt) > exportedAt;
  return sha256 !== null && post.version > 1;
}

/** When it was last changed is stored with it, in the same moment. */
function create(writer: PostWriter, { source, fields }: ReadPost, now: number): Promise<Post> {
  const { categoryId = 0, ...rest } = fields;
  return writer.create({ ...rest, categoryId, slug: source.slug }, { createdAt: timesOf(source, now).createdAt });
}

/** A post is stored in the moment in which it is noted what it was made of: a kill leaves both or none. */
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
