import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keyIn } from '#server/adapters/blobs/blob-key.ts';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { CARDS_FOLDER, createCardFiles } from '#server/adapters/card-files.ts';
import {
  avifKey,
  avifName,
  createPictureFiles,
  originalKey,
  type PictureFiles,
  servedFiles,
  uploadKey,
} from '#server/adapters/picture-files.ts';
import { type StoredPicture, WIDEST_COPY } from '#server/adapters/stored-picture.ts';
import { readConfig } from '#server/config.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { seedContent } from '#server/db/seed-content/index.ts';
import { wantedCards } from '#server/jobs/derived-pictures.ts';
import { DATABASE_FILE, projectRoot, SEED_PICTURES } from '#server/paths.ts';
import { openEmpty } from '#server/repositories/blog-fixture.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { insertImage } from '#server/repositories/images.ts';
import { softDeletePost } from '#server/repositories/posts/post-bin.ts';
import { insertPost, updatePost } from '#server/repositories/posts/post-writes.ts';
import { addViews } from '#server/repositories/posts/posts.ts';
import { prepareFirstStart } from '#server/services/first-start.ts';
import { defaultSettings } from '#server/site-info.ts';
import { quickPasswords } from '#server/test-passwords.ts';
import { renderMarkdown } from '#server/workers/render-markdown.ts';
import { PIPELINE_VERSION } from '#shared/content/pipeline-version.ts';
import { countWords, readTimeMinutes } from '#shared/content/read-time.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { SitePost } from '../content/site-post.ts';
import { OWNER } from './owner.ts';

/**
 * Makes a site in an empty data folder, before its server starts: like a first start, but with these posts instead of
 * the welcome posts.
 */
export async function seedSite(dataFolder: string, posts: SitePost[]): Promise<void> {
  // In memory until it is complete: on a disk, each migration and post would have to be waited for.
  const database = openEmpty();
  try {
    const { db, sqlite } = database;
    const pictures = createPictureFiles(folderBlobs(dataFolder));
    await prepareFirstStart({
      db,
      clock: systemClock,
      pictures,
      content: { ...seedContent, posts: [], pictures: [] },
      pictureFolder: '',
      owner: OWNER,
      hashPassword: quickPasswords.hash,
    });
    const stored = new Map<string, StoredPicture>();
    for (const file of new Set(posts.flatMap(filesOf))) {
      const picture = await storePicture(pictures, file);
      await insertImage(db, picture, { now: systemClock.now(), title: file, alt: '' });
      await leaveOutAvif(pictures, picture);
      stored.set(file, picture);
    }
    const categories = new Map((await listCategories(db, systemClock.now())).map(({ slug, id }) => [slug, id]));
    for (const post of posts) await storePost(database, post, categories, stored);
    await leaveOutCards(database, pictures, dataFolder);
    await writeFile(path.join(dataFolder, DATABASE_FILE), sqlite.serialize());
  } finally {
    await database.close();
  }
}

type EncodedPicture = Awaited<ReturnType<typeof encodeSeedPicture>>;

/** Encoded once for all sites of a process: a picture of full size takes a second. */
const encoded = new Map<string, Promise<EncodedPicture>>();

async function storePicture({ blobs }: PictureFiles, file: string): Promise<StoredPicture> {
  const encoding = encoded.get(file) ?? encodeSeedPicture(file);
  encoded.set(file, encoding);
  const { picture, files } = await encoding;
  await Promise.all(files.map(({ key, bytes }) => blobs.put(key, bytes)));
  return picture;
}

/** Encodes a picture as `PictureFiles.store` does. */
async function encodeSeedPicture(file: string) {
  const { encodePicture } = await import('#server/adapters/picture-encoding.ts');
  const original = await readFile(path.join(projectRoot(), SEED_PICTURES, file));
  const id = randomBytes(12).toString('hex');
  const { files, picture, extension } = await encodePicture(original, id);
  const originalFilename = `${id}.${extension}`;
  return {
    picture: { ...picture, originalFilename },
    files: [
      { key: originalKey(originalFilename), bytes: original },
      ...files.map(({ name, bytes }) => ({ key: uploadKey(name), bytes })),
    ],
  };
}

/**
 * An empty file means an AVIF that is not to be served, or a copy for which the picture does not have enough pixels:
 * finding this out takes the server a second of processor time for each picture.
 */
async function leaveOutAvif({ blobs }: PictureFiles, picture: StoredPicture): Promise<void> {
  const copies = servedFiles(picture).filter((name) => name.endsWith('.webp'));
  const widest = `${path.parse(picture.filename).name}-${WIDEST_COPY}.webp`;
  await Promise.all([...copies, widest].map((name) => blobs.put(avifKey(avifName(name)), Buffer.alloc(0))));
}

/**
 * An empty file means a share card that is not drawn in the background, which would take each server seconds of
 * processor time. A test that looks at a card first deletes its file.
 */
async function leaveOutCards({ db }: OpenDatabase, { blobs }: PictureFiles, dataFolder: string): Promise<void> {
  const settings = { get: async () => defaultSettings(readConfig({ DATA_DIR: dataFolder }, dataFolder)) };
  const cards = createCardFiles(blobs, { make: () => Promise.reject(new Error('No card is drawn here')) });
  for await (const { name } of wantedCards({ db, clock: systemClock, settings, cards }))
    await blobs.put(keyIn(CARDS_FOLDER, name), Buffer.alloc(0));
}

/** Returns the stored pictures that a post shows: its own, and those of its text. */
function filesOf({ picture, content }: SitePost): string[] {
  const inText = [...content.matchAll(/\/uploads\/([\w.-]+)/g)].map(([, file = '']) => file);
  return picture ? [picture, ...inText] : inText;
}

async function storePost(
  { db }: OpenDatabase,
  post: SitePost,
  categories: ReadonlyMap<string, number>,
  pictures: ReadonlyMap<string, StoredPicture>,
): Promise<void> {
  const { publishedAt, published = true, slug, formerSlug = slug } = post;
  const addressOf = (file: string) => `/uploads/${pictures.get(file)?.filename}`;
  const content = post.content.replace(/\/uploads\/([\w.-]+)/g, (_, file: string) => addressOf(file));
  const sizes = Object.fromEntries([...pictures].map(([file, picture]) => [addressOf(file), picture]));
  const { html, text, embeds } = renderMarkdown({ markdown: content, pictures: sizes });
  // Written when it was published, so that dates in pages and feeds do not change from run to run.
  const now = Math.min(Date.parse(publishedAt), systemClock.now());
  const { id } = await insertPost(
    db,
    {
      title: post.title,
      subtitle: post.subtitle ?? null,
      slug: formerSlug,
      excerpt: post.excerpt,
      content,
      html,
      text,
      embeds,
      htmlVersion: PIPELINE_VERSION,
      readTime: readTimeMinutes(countWords(text)),
      categoryId: categories.get(post.category) ?? 0,
      tags: post.tags ?? [],
      featured: post.featured ?? false,
      published,
      publishedAt: published ? publishedAt : null,
      featuredImage: post.picture ? addressOf(post.picture) : (post.featuredImage ?? null),
      metaTitle: post.metaTitle ?? null,
      metaDescription: post.metaDescription ?? null,
    },
    now,
  );
  if (formerSlug !== slug) await updatePost(db, id, { slug }, { now });
  if (post.isDeleted) await softDeletePost(db, id, now);
  if (post.views) await addViews(db, new Map([[id, post.views]]));
}
