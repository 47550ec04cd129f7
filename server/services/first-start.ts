import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import { flushed } from '#server/db/flushed.ts';
import type { SeedContent } from '#server/db/seed-content/index.ts';
import type { Executor } from '#server/db/transaction.ts';
import { seedDatabase } from '#server/repositories/first-start.ts';
import { storeShippedPrompts } from '#server/repositories/prompt-templates.ts';
import { findSiteId } from '#server/repositories/settings.ts';
import { PIPELINE_VERSION } from '#shared/content/pipeline-version.ts';
import { countWords, readTimeMinutes } from '#shared/content/read-time.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { takePictureStore } from './blobs/picture-store.ts';
import { loadPipeline } from './content.ts';

interface FirstStartOptions {
  db: Executor;
  clock: Clock;
  pictures: PictureFiles;
  content: SeedContent;
  /** The folder of the pictures that `content` names. */
  pictureFolder: string;
  /** The owner's account; a missing e-mail address or password is made up. */
  owner: { email: string | undefined; password: string | undefined; name: string };
  hashPassword: (password: string) => Promise<string>;
}

/** The owner's first login. A generated password is known only here; it is null when the owner chose the password. */
export interface FirstLogin {
  email: string;
  madeUpPassword: string | null;
}

/**
 * Makes a new site in an empty database: stores the pictures, hashes the password, renders the welcome posts, and
 * writes everything at once. Returns the site's id, and the login if this call made the site: an import that runs
 * beside a server's first start may be faster. An existing site gets the prompts of a newer program, except where the
 * owner has changed a prompt.
 */
export async function prepareFirstStart(
  options: FirstStartOptions,
): Promise<{ siteId: string; login: FirstLogin | null }> {
  const { db, clock, pictures, content, pictureFolder, owner, hashPassword } = options;
  const known = await findSiteId(db);
  await takePictureStore(pictures.blobs, db, known);
  if (known) {
    await storeShippedPrompts(db, content.promptTemplates, clock.now());
    return { siteId: known, login: null };
  }

  const stored = new Map<string, StoredPicture>();
  for (const { file } of content.pictures) {
    stored.set(file, await pictures.store(await readFile(path.join(pictureFolder, file))));
  }
  const sizes = Object.fromEntries([...stored.values()].map((picture) => [`/uploads/${picture.filename}`, picture]));
  const siteId = randomUUID();
  const login: FirstLogin = {
    email: owner.email ?? 'admin@example.com',
    madeUpPassword: owner.password ? null : randomBytes(12).toString('base64url'),
  };
  const isOurs = await seedDatabase(db, {
    content,
    siteId,
    pictures: stored,
    owner: {
      email: login.email,
      name: owner.name,
      passwordHash: await hashPassword(login.madeUpPassword ?? owner.password ?? ''),
      isMadeUp: login.madeUpPassword !== null,
    },
    render: async (markdown) => {
      const { renderMarkdown } = await loadPipeline();
      const { html, text, embeds } = renderMarkdown({ markdown, pictures: sizes });
      return { html, text, embeds, htmlVersion: PIPELINE_VERSION, readTime: readTimeMinutes(countWords(text)) };
    },
    now: clock.now(),
  });
  if (isOurs) {
    // The store is marked as this site's: the site must not lose the id by which it knows the mark.
    await flushed(db);
    await takePictureStore(pictures.blobs, db, siteId);
    return { siteId, login };
  }
  const theirs = await findSiteId(db);
  if (!theirs) throw new Error('The site was made elsewhere but cannot be found');
  return { siteId: theirs, login: null };
}
