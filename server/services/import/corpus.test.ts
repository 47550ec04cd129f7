import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import { copyFolder, openImportSite } from './import-fixture.ts';

/** Real posts and pictures beside the project; they are no part of it. */
const corpus = path.resolve(projectRoot(), '../shared/corpus/18f');

test('all 509 posts of the corpus come in, and a second run changes nothing', async () => {
  if (!existsSync(corpus)) {
    console.log(`passed over: there is no corpus at ${corpus}`);
    return;
  }
  const site = await openImportSite();
  try {
    // Without most of the pictures, which take the longest: those of one post.
    copyFolder(path.join(corpus, 'posts'), path.join(site.root, 'posts'));
    mkdirSync(path.join(site.root, 'assets/blog'), { recursive: true });
    copyFolder(path.join(corpus, 'assets/blog/hsts'), path.join(site.root, 'assets/blog/hsts'));
    const first = await site.import();
    expect(first).toMatchObject({ files: 509, created: 509, skipped: [] });
    expect(first.picturesStored).toBeGreaterThan(0);
    expect(first.lostPictures.length).toBeGreaterThan(600);
    expect(first.droppedTemplateTags).toBeGreaterThan(100);
    expect(await site.import()).toMatchObject({ created: 0, updated: 0, unchanged: 509, picturesStored: 0 });

    const posts = await site.posts();
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(509);
    expect(posts.filter(({ publishedAt }) => publishedAt?.startsWith('2014-')).length).toBeGreaterThan(30);
    const dates = new Set(posts.map(({ publishedAt }) => publishedAt?.slice(0, 4)));
    expect([...dates].sort()).toEqual(Array.from({ length: 11 }, (_, index) => String(2014 + index)));
    const unread = posts.filter(({ html }) => /\{%|\{\{/.test(html.replace(/<code[\s\S]*?<\/code>/g, '')));
    // It says how its placeholders look: “{{ }}”.
    expect(unread.map(({ slug }) => slug)).toEqual(['working-with-oracle-databases-in-open-source-projects']);
    const linked = posts.filter(({ content }) => content.includes('](/post/'));
    expect(linked.length).toBeGreaterThan(100);
  } finally {
    await site.close();
  }
}, 600_000);
