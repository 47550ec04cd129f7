import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { builtProgram, runToEnd } from '#tests/faults/built-program.ts';
import { longTest } from '#tests/long-test.ts';
import { isWhole, shareOf } from '#tests/share.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-cli-'));
  mkdirSync(path.join(folder, 'posts'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

/** Runs a built command as npm does: in the project's folder, with the folder it was called from in INIT_CWD. */
function run(command: 'import' | 'export' | 'publish', ...given: string[]) {
  const environment = {
    ...{ DATA_DIR: path.join(folder, 'data'), INIT_CWD: folder },
    ...{ SITE_URL: 'https://blog.example', WRITER_URL: 'https://write.blog.example' },
  };
  return runToEnd(process.execPath, [builtProgram(`cli/${command}`), ...given], { environment, cwd: projectRoot() });
}

test('import makes a site where there is none, export writes it, and import of that changes nothing; what is skipped or wrong makes the exit code 1', async () => {
  write('posts/a.md', '---\ntitle: A\ntags: [tea]\n---\nText. ![Lost](lost.png)\n');
  // Only a whole run begins without a site: the pictures of a new site take seconds
  // (server/services/first-start.test.ts makes a new site).
  if (!isWhole) {
    mkdirSync(path.join(folder, 'data'));
    await seedSite(path.join(folder, 'data'), []);
  }
  const count = isWhole ? 4 : 1;
  const first = await run('import', 'posts', '--category=travel');
  expect(first).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      isWhole
        ? /password {2}\S+\nIt is good for a day, [^\n]+\n1 of 1\nDone: 1 file, 1 created/
        : /^1 of 1\nDone: 1 file, 1 created/m,
    ),
  });
  // A missing picture is counted.
  expect(first.said).toContain('Pictures: 0 stored, 1 missing');
  const out = await run('export', 'out');
  expect(out).toMatchObject({ code: 0, said: expect.stringMatching(new RegExp(`^Done: ${count} posts? and `, 'm')) });
  expect(readdirSync(path.join(folder, 'out'))).toContain('a.md');
  // The export has drafts too, so nobody else may read its files. Windows has no such permission bits.
  const made = ['out', ...readdirSync(path.join(folder, 'out'), { encoding: 'utf8' }).map((name) => `out/${name}`)];
  const isOpen = (name: string) => (statSync(path.join(folder, name)).mode & 0o077) !== 0;
  expect(process.platform === 'win32' ? [] : made.filter(isOpen)).toEqual([]);
  write('out/soon.md', '---\ntitle: Soon\ndate: soon\n---\nText.\n');
  const unchanged = `${count + 1} files, 0 created, 0 updated, ${count} unchanged, 1 skipped`;
  expect(await run('import', 'out')).toMatchObject({
    code: 1,
    said: expect.stringMatching(new RegExp(`${unchanged}[\\s\\S]*  soon\\.md:3: date: “soon”`)),
  });
  write('map.yml', 'tea: travel\ncode: cookery\n');
  const wrong: [args: string[], said: RegExp][] = [
    [[], /^Usage: npm run import/],
    [['posts', '--what'], /--what/],
    [['nowhere'], /nowhere/],
    [['posts', '--map', 'map.yml'], /^(?:.*\n)?.*Line 2: There is no category “cookery”/],
  ];
  for (const [args, said] of shareOf(wrong, 4)) {
    expect(await run('import', ...args)).toMatchObject({ code: 1, said: expect.stringMatching(said) });
  }
});

test('posts of another program that name none of our categories go to the first one, and a dry run tells of all else that is in it', async () => {
  mkdirSync(path.join(folder, 'data'));
  await seedSite(path.join(folder, 'data'), []);
  const item = (number: number, type: string, more: string) =>
    `<item><title>Tea ${number}</title><link>https://old.example/tea-${number}/</link><wp:post_id>${number}</wp:post_id>` +
    `<wp:post_name>tea-${number}</wp:post_name><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status>` +
    `<wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>${more}</item>`;
  const text = '<content:encoded><![CDATA[<p>Hot.</p>]]></content:encoded>';
  write(
    'old.xml',
    `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url>
<generator>https://wordpress.org/?v=6.8.1</generator>
${item(1, 'post', `<category domain="category" nicename="kettles"><![CDATA[Kettles]]></category>${text}`)}
${item(2, 'nav_menu_item', '')}
</channel></rss>`,
  );
  expect(await run('import', 'old.xml', '--dry-run')).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /Posts that name none of ours go to “Technology” \(--category\)[\s\S]*nothing was written\): 1 file, 1 created[\s\S]*Categories: 1: Kettles \(1\)[\s\S]*Left out:\n {2}1 × menu item: /,
    ),
  });
  expect(await run('import', 'old.xml')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/go to “Technology” \(--category\)[\s\S]* 1 created/),
  });
});

longTest('a dry run leaves no site behind, and an export without one says so', async () => {
  write('posts/a.md', '---\ntitle: A\n---\nText.\n');
  expect(await run('import', 'posts', '--category', 'health', '--dry-run')).toMatchObject({
    code: 0,
    said: expect.stringContaining('nothing was written): 1 file, 1 created'),
  });
  expect(existsSync(path.join(folder, 'data'))).toBe(false);
  expect(await run('export', 'out')).toMatchObject({ code: 1, said: expect.stringContaining('There is no site in') });
  expect(existsSync(path.join(folder, 'out'))).toBe(false);
});

test('a place that cannot be written is refused in one line before anything is published', async () => {
  mkdirSync(path.join(folder, 'data'));
  await seedSite(path.join(folder, 'data'), []);
  write('notes.txt', 'a file');
  const places = ['notes.txt/below', 'notes.txt', ...(process.platform === 'linux' ? ['/proc', '/proc/x'] : [])];
  for (const place of shareOf(places, 2)) {
    const { code, said } = await run('publish', place);
    expect([code, said.trim().split('\n')], place).toEqual([
      1,
      [expect.stringMatching(/ cannot be written \(E[A-Z]+: [^)]+\)\. Name a folder that this user can write in\.$/)],
    ]);
  }
  if (process.platform !== 'linux') return;
  expect(await run('export', '/proc/x')).toEqual({ code: 1, said: expect.stringMatching(/^Error: ENOENT: [^\n]+\n$/) });
});
