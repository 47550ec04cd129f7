import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { isWhole, shareOf } from '#tests/share.ts';
import { createJudgeService, type JudgeService } from '../judge/judge-service.ts';
import { createDestinations } from '../links/destinations.ts';
import { createLinkService } from '../links/link-service.ts';
import { copyFolder, type ImportSite, openImportSite } from './import-fixture.ts';

/** Real posts and pictures in a folder beside the project; they are not part of the project. */
const corpus = path.resolve(projectRoot(), '../shared/corpus/18f');

/** `npm test` imports four of the posts, `npm run test:long -- corpus` all 509. */
const PART = 130;

/** The year of a post. The year of its `date` counts more than that of its file name, as in Jekyll. */
function yearOf(name: string): string {
  const text = readFileSync(path.join(corpus, 'posts', name), 'utf8');
  return /^date: *["']?(\d{4})/m.exec(text)?.[1] ?? name.slice(0, 4);
}

// A site with these posts and a few pages.
const PAGES: ReadonlySet<string> = new Set(['/', '/about', '/contact', '/feed.xml']);
const ORIGIN = 'https://blog.example';

/** The judge of the running server, for these posts; near-copies, codices and second readings have their own tests. */
function judgeOf({ db, time, content }: ImportSite, posts: readonly Post[]): JudgeService {
  const byId = new Map(posts.map((post) => [post.id, post]));
  const get = async (id: number) => byId.get(id) ?? expect.fail(`no post ${id}`);
  const search = { alike: async () => [] };
  const update = () => expect.fail('nothing is written');
  const clock = { now: () => time.now };
  const destinations = createDestinations({
    db,
    clock,
    isServed: ({ pathname }) => PAGES.has(pathname.replace(/(?<=.)\/$/, '')),
  });
  const links = createLinkService({
    ...{ db, clock, destinations, content, search },
    ...{ origin: ORIGIN, posts: { get, update } },
  });
  const codices = { codexOf: async () => ({ codex: emptyCodex, text: '' }) };
  const reader = { known: async () => ({ isOn: false, reading: null }) };
  return createJudgeService({ db, links, search, posts: { get }, codices, reader });
}

test('the posts of the corpus come in, and a second run changes nothing', async () => {
  if (!existsSync(corpus)) {
    console.log(`passed over: there is no corpus at ${corpus}`);
    return;
  }
  const site = await openImportSite();
  try {
    // Only the pictures of one post are imported: pictures take the longest.
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
    // This post shows its readers what placeholders look like: “{{ }}”.
    const said = ['working-with-oracle-databases-in-open-source-projects'];
    expect(unread.map(({ slug }) => slug)).toEqual(said.filter((slug) => posts.some((post) => post.slug === slug)));
    const linked = posts.filter(({ content }) => content.includes('](/post/'));
    // A link to a post that does not exist stays as it was.
    if (isWhole) expect(linked.length).toBeGreaterThan(100);

    // The judge's red findings are true: template tags of the program the posts come from, and links that lead to
    // nothing.
    const judge = judgeOf(site, posts);
    try {
      const red: { slug: string; check: string; says: string }[] = [];
      for (const { id, slug } of posts) {
        const { findings } = await judge.judge(id, {});
        red.push(...findings.filter(({ level }) => level === 'red').map(({ check, says }) => ({ slug, check, says })));
      }
      const dead = red.filter(({ check }) => check === 'dead-link');
      console.log(
        `dead links within the site, of ${count} posts:`,
        dead.map(({ slug, says }) => `${slug}: ${says}`).join('\n'),
      );
      const leftovers = red.filter(({ check }) => check !== 'dead-link');
      for (const { says } of leftovers) {
        expect(says).toMatch(/^“\{\{ (?:page\.excerpt|"\w+" \| team_photo) \}\}” is a leftover/);
      }
      expect(leftovers.length).toBeLessThanOrEqual(3);
      // Nothing on the site belongs to the address, in whatever way one might look for it.
      const slugs = new Set(posts.map(({ slug }) => slug));
      for (const { says } of dead) {
        const [, address = ''] = /\(([^()\s]+)\) leads to nothing\.$/.exec(says) ?? [];
        const { pathname } = new URL(address, ORIGIN);
        expect(pathname).toMatch(/^\/./);
        // The address of a post, on our site or in the program it comes from.
        const [, slug = ''] = /^\/(?:(?:post|blog|\d{4}\/\d\d\/\d\d)\/)?([^/]+)\/?$/.exec(pathname) ?? [];
        expect([slugs.has(slug), says]).toEqual([false, says]);
      }
    } finally {
      await judge.close();
    }
  } finally {
    await site.close();
  }
}, 600_000);
