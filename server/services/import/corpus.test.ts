import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import { judgeChecks } from '#shared/content/judge/finding.ts';
import { judgeText } from '#shared/content/judge/judge-texts.ts';
import { readJudgedText } from '#shared/content/judge/judged-text.ts';
import { isWhole, shareOf } from '#tests/share.ts';
import { copyFolder, openImportSite } from './import-fixture.ts';

/** Real posts and pictures beside the project; they are no part of it. */
const corpus = path.resolve(projectRoot(), '../shared/corpus/18f');

/** In `npm test` four of them; all 509 in `npm run test:long -- corpus`. */
const PART = 130;

/** The year of a post: that of its `date`, which is worth more than that of its name, as in Jekyll. */
function yearOf(name: string): string {
  const text = readFileSync(path.join(corpus, 'posts', name), 'utf8');
  return /^date: *["']?(\d{4})/m.exec(text)?.[1] ?? name.slice(0, 4);
}

test('the posts of the corpus come in, and a second run changes nothing', async () => {
  if (!existsSync(corpus)) {
    console.log(`passed over: there is no corpus at ${corpus}`);
    return;
  }
  const site = await openImportSite();
  try {
    // Without most of the pictures, which take the longest: those of one post.
    const files = readdirSync(path.join(corpus, 'posts')).toSorted();
    expect(files).toHaveLength(509);
    const names = shareOf(files, PART);
    for (const name of names) copyFileSync(path.join(corpus, 'posts', name), path.join(site.root, 'posts', name));
    const count = names.length;
    mkdirSync(path.join(site.root, 'assets/blog'), { recursive: true });
    copyFolder(path.join(corpus, 'assets/blog/hsts'), path.join(site.root, 'assets/blog/hsts'));
    const first = await site.import();
    expect(first).toMatchObject({ files: count, created: count, skipped: [] });
    if (isWhole) {
      expect(first.picturesStored).toBeGreaterThan(0);
      expect(first.lostPictures.length).toBeGreaterThan(600);
      expect(first.droppedTemplateTags).toBeGreaterThan(100);
    }
    expect(await site.import()).toMatchObject({ created: 0, updated: 0, unchanged: count, picturesStored: 0 });

    const posts = await site.posts();
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(count);
    const years = posts.map(({ publishedAt }) => publishedAt?.slice(0, 4)).sort();
    expect(years).toEqual(names.map(yearOf).sort());
    expect(new Set(years).size).toBeGreaterThanOrEqual(isWhole ? 11 : 2);
    const unread = posts.filter(({ html }) => /\{%|\{\{/.test(html.replace(/<code[\s\S]*?<\/code>/g, '')));
    // It says how its placeholders look: “{{ }}”.
    const said = ['working-with-oracle-databases-in-open-source-projects'];
    expect(unread.map(({ slug }) => slug)).toEqual(said.filter((slug) => posts.some((post) => post.slug === slug)));
    const linked = posts.filter(({ content }) => content.includes('](/post/'));
    // A link to a post that is not there stays as it was.
    if (isWhole) expect(linked.length).toBeGreaterThan(100);

    // What the judge stops at is true: tags of the program the posts come from, in three of the 509.
    const red = posts.flatMap((post) => {
      const text = {
        ...post,
        metaTitle: post.metaTitle ?? '',
        metaDescription: post.metaDescription ?? '',
        featuredImage: post.featuredImage ?? '',
      };
      const found = judgeText(text, readJudgedText(post.content), { forbiddenClaims: [], wordsToAvoid: [] });
      return found.filter(({ check }) => judgeChecks[check].level === 'red');
    });
    for (const { says } of red)
      expect(says).toMatch(/^“\{\{ (?:page\.excerpt|"\w+" \| team_photo) \}\}” is a leftover/);
    expect(red.length).toBeLessThanOrEqual(3);
  } finally {
    await site.close();
  }
}, 600_000);
