import { readDate } from '#shared/content/front-matter/front-matter.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { foreignPost } from '../foreign-post.ts';
import { htmlToMarkdown } from '../html/html-to-markdown.ts';
import type { ImportSource, SourceItem, SourcePost, UnreadPost } from '../import-source.ts';
import type { FilePlace } from '../places/file-place.ts';
import { kindOf } from '../places/open-place.ts';
import { createPlacePictures } from '../places/place-pictures.ts';
import { readText } from '../places/read-text.ts';
import { refusedItems } from '../places/refused-items.ts';
import { isSubscriberList, subscribersOf } from '../subscribers-csv.ts';
import { tableRows } from '../table-rows.ts';
import { readSubstackHtml } from './substack-html.ts';

const LIST = /(?:^|\/)posts\.csv$/i;
const TEXT = /(?:^|\/)posts\/(\d+)\.?([^/]*)\.html$/i;

/** An export of Substack. */
export const substackExport = kindOf({
  says: 'an export of Substack: its zip, or the folder it unpacks to',
  couldRead: (place) => place.files.some(({ name }) => LIST.test(name)),
  async open(place) {
    const list = place.files.find(({ name }) => LIST.test(name));
    const rows = list ? tableRows(await readText(place, list.name)) : [];
    return rows.some(({ values }) => 'post_id' in values)
      ? openSubstack(
          place,
          rows.map(({ values }) => values),
        )
      : null;
  },
});

type Row = Readonly<Record<string, string>>;

/** A post as described by the list and the file names; `file` is null when the export does not contain its text. */
interface Listed {
  id: string;
  slug: string;
  row: Row;
  file: string | null;
}

function openSubstack(place: FilePlace, rows: readonly Row[]): ImportSource {
  const listed = listPosts(place, rows);
  return {
    program: 'Substack',
    siteUrl: null,
    async *posts() {
      for (const post of listed) if (post.file !== null) yield await readPost(place, post, post.file);
    },
    items: () => itemsOf(place, listed),
    findPicture: createPlacePictures(place).find,
    manifest: null,
    close: () => place.close(),
  };
}

/** The posts that the list names, in its order, and then the texts that it does not name. */
function listPosts(place: FilePlace, rows: readonly Row[]): Listed[] {
  const files = new Map(
    place.files.flatMap(({ name }) => (TEXT.test(name) ? [[TEXT.exec(name)?.[1] ?? '', name]] : [])),
  );
  const listed = rows.map((row): Listed => {
    const [, id = '', slug = ''] = /^(\d*)\.?(.*)$/.exec(row.post_id ?? '') ?? [];
    const file = files.get(id) ?? null;
    files.delete(id);
    return { id, slug: slug || (file === null ? '' : (TEXT.exec(file)?.[2] ?? '')), row, file };
  });
  const others = [...files].map(([id = '', file = '']) => ({ id, slug: TEXT.exec(file)?.[2] ?? '', row: {}, file }));
  return [...listed, ...others];
}

async function readPost(place: FilePlace, post: Listed, file: string): Promise<SourcePost | UnreadPost> {
  try {
    return await postOf(post, file, await readText(place, file, 20_000_000));
  } catch (error) {
    if (error instanceof ImportFault) return { file, fault: error };
    throw error;
  }
}

async function postOf({ id, slug, row }: Listed, file: string, html: string): Promise<SourcePost> {
  const text = await htmlToMarkdown(html, { readOwn: readSubstackHtml });
  const isPublished = /^true$/i.test(row.is_published ?? '');
  const isForAll = /^(?:everyone|)$/.test(row.audience ?? '');
  const date = readDate(row.post_date ?? '');
  return foreignPost({
    file,
    id,
    title: row.title || slug.replace(/-/g, ' '),
    subtitle: row.subtitle,
    body: text.markdown,
    original: text.original,
    slug,
    date: isPublished ? date : null,
    created: date,
    isDraft: !isPublished || !isForAll,
    isPage: row.type === 'page',
    oldAddresses: isPublished && isForAll && slug !== '' ? [`/p/${slug}`] : [],
    notes: [
      ...(isPublished && !isForAll ? ['It was for paying readers only: it comes in as a draft'] : []),
      ...(row.podcast_url ? [`Its recording is not brought in: ${row.podcast_url.slice(0, 500)}`] : []),
      ...text.notes,
    ],
  });
}

async function* itemsOf(place: FilePlace, listed: readonly Listed[]): AsyncGenerator<SourceItem> {
  for (const { id, slug, row, file } of listed) {
    if (file !== null) continue;
    const name = `post ${row.title || slug || id}`;
    yield {
      kind: 'left-out',
      file: name,
      what: 'post without a text',
      why: 'The export names it and has no text of it',
    };
  }
  const texts = new Set(listed.map(({ file }) => file));
  for (const { name } of place.files) {
    if (texts.has(name) || LIST.test(name)) continue;
    const leftOut = { kind: 'left-out', file: name, what: 'file' } as const;
    if (/\/[^/]*\.(?:delivers|opens)\.csv$/i.test(name)) {
      yield { ...leftOut, why: 'Who was sent a letter, and who opened it, is not kept here' };
    } else if (/\.csv$/i.test(name)) yield* await readList(place, name);
    else if (!/\.(?:jpe?g|png|gif|webp|avif)$/i.test(name))
      yield { ...leftOut, why: 'Is neither a post nor a list of subscribers' };
  }
  yield* refusedItems(place);
}

async function readList(place: FilePlace, name: string): Promise<SourceItem[]> {
  const leftOut = (why: string): SourceItem[] => [{ kind: 'left-out', file: name, what: 'table', why }];
  try {
    const text = await readText(place, name);
    return isSubscriberList(text) ? subscribersOf(name, text) : leftOut('Is no list of subscribers');
  } catch (error) {
    if (error instanceof ImportFault) return leftOut(error.message);
    throw error;
  }
}
