import { insertAuthor, updateAuthor } from '#server/repositories/authors.ts';
import { DAY, makePost, NOW } from '#server/repositories/blog-fixture.ts';
import { insertCategory } from '#server/repositories/categories.ts';
import { insertImage } from '#server/repositories/images.ts';
import { insertPathRedirect } from '#server/repositories/path-redirects.ts';
import { setPrompt } from '#server/repositories/prompt-templates.ts';
import { setRedirect } from '#server/repositories/redirects.ts';
import { changeSiteSettings } from '#server/repositories/site-settings.ts';
import { insertTag, renameTag } from '#server/repositories/tags.ts';
import { type ImportSite, picture } from '../import/import-fixture.ts';

async function storePicture(site: ImportSite, colour: string, alt: string): Promise<string> {
  const stored = await site.pictures.store(await picture(colour));
  await insertImage(site.db, stored, { now: NOW, alt, title: 'Title', name: 'boat.png', focus: '20 30' });
  return `/uploads/${stored.filename}`;
}

/** For tests: adds an example of everything that an export contains to a site. */
export async function fillSite(site: ImportSite): Promise<void> {
  const { db } = site;
  const shown = await storePicture(site, '#112233', 'A boat');
  await storePicture(site, '#445566', 'Shown by nobody');
  const avatar = await storePicture(site, '#778899', 'Ben');
  const ben = await insertAuthor(db, { name: 'Ben', email: 'ben@example.com', bio: 'Reads.', avatar });
  await insertAuthor(db, { name: 'Idle', email: 'idle@example.com', bio: '', avatar: null });
  await updateAuthor(db, ben.id, { name: 'Benjamin' }, NOW);
  const fields = { name: 'Garden', slug: 'garden', description: 'Green', color: '#0a0', icon: 'leaf' };
  const garden = await insertCategory(db, fields);
  const post = await makePost(
    site,
    { slug: 'z-post', content: `![](${shown})`, categoryId: garden.id, authorId: ben.id, tags: ['Tea'] },
    NOW - 9 * DAY,
  );
  await makePost(site, { slug: 'a-post', featuredImage: shown, published: false, publishedAt: null, content: '' });
  await setRedirect(db, 'was-z', post.id, NOW);
  const { id } = await insertTag(db, 'Cofee');
  await renameTag(db, id, 'Coffee', NOW);
  const redirect = { path: '/old.html', target: '/post/z-post', status: 301, targetPath: '/post/z-post' } as const;
  await insertPathRedirect(db, { ...redirect, now: NOW });
  await setPrompt(db, 'buyer-avatar', { prompt: 'Mine, first', isDefault: false, note: 'A try' }, NOW);
  await setPrompt(db, 'buyer-avatar', { prompt: 'Mine', isDefault: false }, NOW + DAY);
  await changeSiteSettings(
    db,
    { siteName: 'Nine', contact: { support: 'help@example.com' }, postEmphasis: 'show' },
    NOW,
  );
  await follow(site, 'ann@example.com', { key: 'a'.repeat(32), topics: [['site', 0]] });
  await follow(site, 'bob@example.com', {
    key: 'b'.repeat(32),
    topics: [
      ['category', garden.id],
      ['tag', id],
      ['author', ben.id],
    ],
  });
  await follow(site, 'gone@example.com', { key: 'c'.repeat(32), topics: [], ended: new Date(NOW).toISOString() });
  await db
    .insertInto('suppressed_addresses')
    .values({ address_hash: 'd'.repeat(64), reason: 'erased', created_at: new Date(NOW).toISOString() })
    .execute();
}

type Topics = ['site' | 'category' | 'tag' | 'author', number][];

/** For tests: makes somebody a subscriber whose links have this key. */
export async function follow(
  site: ImportSite,
  email: string,
  { key, topics, ended }: { key: string; topics: Topics; ended?: string },
) {
  const { id } = await site.db
    .insertInto('newsletter_subscribers')
    .values({
      ...{ email, name: 'Somebody', source: 'site', subscribed: ended ? 0 : 1, link_key: key },
      ...{ created_at: new Date(NOW - DAY).toISOString(), ended_at: ended ?? null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [kind, target_id] of topics) {
    await site.db.insertInto('subscriber_topics').values({ subscriber_id: id, kind, target_id }).execute();
  }
}
