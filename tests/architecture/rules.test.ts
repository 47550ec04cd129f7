import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

/** Documents that anyone can look up: only their sections may be named. */
const STANDARD =
  /(?:RFC \d+|WHATWG \w+|CommonMark|APPNOTE|OpenAPI [\d.]+|XML 1\.0|WCAG [\d.]+|Debian policy) §\d+(?:\.\d+)*/g;
/** The form in which the code names a rule. */
const NAMED = /docs\/rules\.md, "([^"]+)"/g;
/** A fixed text of the rules. */
const FIXED = /“([^”]+)”/g;

/** Returns a file's text as one line, without the marks that begin the lines of a comment. */
const oneLine = (text: string) => text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

const names = globSync('{shared,server,desktop,tests,scripts}/**/*.{ts,tsx,mjs,css,md}', { cwd: root });
/** The files that hold code, the configurations of the tools included. */
const sources = [...names, ...globSync('*.{ts,mjs}', { cwd: root })].filter((name) => /\.(tsx?|mjs)$/.test(name));
const self = 'tests/architecture/rules.test.ts';
const files = names.filter((name) => name !== self).map((name) => ({ name, text: oneLine(read(name)) }));
const documents = globSync(['docs/**/*.md', '*.md'], { cwd: root }).map((name) => ({ name, text: read(name) }));

const rules = read('docs/rules.md');
const headings = [...rules.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading);

test('a section is named of public standards alone', () => {
  const found = [...files, ...documents].filter(({ text }) => text.replace(STANDARD, '').includes('§'));
  expect(found.map(({ name }) => name)).toEqual([]);
});

test('every rule the code names is a heading of the rules', () => {
  const named = files.flatMap(({ name, text }) => [...text.matchAll(NAMED)].map(([, rule = '']) => ({ name, rule })));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ rule }) => !headings.includes(rule))).toEqual([]);
});

test('no two rules have the same heading', () => {
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

test('every fixed text of the rules stands in the code', () => {
  const plain = (text: string) => oneLine(text).replace(/\s+/g, ' ').replace(/\\'/g, "'").replaceAll("{'\"'}", '"');
  const production = plain(
    names
      .filter((name) => /^(shared|server|desktop)\/.*\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map(read)
      .join('\n'),
  );
  const texts = [...rules.matchAll(FIXED)].map(([, text = '']) => text);
  const isThere = (text: string) =>
    plain(text)
      .split(/\{\w+\}/)
      .every((part) => production.includes(part.trim()));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => !isThere(text))).toEqual([]);
});

/** The beginnings of whole paths; any other name of a source file is the end of a path. */
const ROOM = /^(shared|server|desktop|docs|tests|scripts|deploy)\//;
/** Files that a person who follows a recipe makes. */
const PASTED = ['json-feed.ts', 'json-feed.test.ts'];
const isEndOfSource = (name: string) => sources.some((file) => `/${file}`.endsWith(`/${name}`));

/** Returns the files that a document names although they do not exist. */
function missingIn(text: string): string[] {
  const named = [...text.matchAll(/`(?:\.\.?\/)*([\w./-]+)`/g)].map(([, name = '']) => name);
  return named.filter((name) => {
    if (ROOM.test(name)) return globSync(name, { cwd: root }).length === 0;
    return /\w\.(tsx?|mjs)$/.test(name) && !isEndOfSource(name) && !PASTED.includes(name);
  });
}

test('every file that a document names exists', () => {
  const readMes = names.filter((name) => name.endsWith('/README.md')).map((name) => ({ name, text: read(name) }));
  const all = [...documents, ...readMes];
  expect(all.length).toBeGreaterThan(50);
  expect(missingIn('`server/app.ts`, `server/site/`, `app.ts`, `site/loader.ts`, `../server/app.ts`, `npm`')).toEqual(
    [],
  );
  const wrong = ['server/nowhere/', 'server/loader.ts', 'nowhere.ts', 'routes/loader.ts'];
  expect(missingIn(wrong.map((name) => `\`${name}\``).join())).toEqual(wrong);
  expect(all.flatMap(({ name, text }) => missingIn(text).map((file) => `${name}: ${file}`))).toEqual([]);
});

test('every room is in the picture of the architecture', () => {
  const picture = /## Rooms and arrows\s+```([\s\S]+?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  const rooms = ['shared', 'server', 'desktop', 'tests'].flatMap((top) =>
    readdirSync(path.join(root, top), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !entry.name.startsWith('.') ? entry.name : [],
    ),
  );
  expect(rooms.length).toBeGreaterThan(40);
  expect(rooms.filter((room) => !new RegExp(`(?<![\\w/-])${room}(?![\\w-])`).test(picture))).toEqual([]);
});

/** Returns the comments of a file, each as one line. */
const commentsOf = (text: string) =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g)].map(([comment]) => oneLine(comment));

test('every file of the project that a comment names exists', () => {
  const inComment = /(?<![\w./-])((?:[\w-]+\/)*[a-z][\w-]*(?:\.[a-z]+)?\.(?:tsx?|mjs))\b/g;
  // Generic names in the examples of a comment, and files of packages.
  const generic = ['d.ts', 'file.test.ts'];
  const found = names
    .filter((name) => /\.(tsx?|mjs|css)$/.test(name) && name !== self && !name.startsWith('server/db/migrations/'))
    .flatMap((name) =>
      commentsOf(read(name))
        .flatMap((comment) => [...comment.matchAll(inComment)].map(([, file = '']) => file))
        .filter((file) => !generic.includes(file) && !isEndOfSource(file))
        .map((file) => `${name}: ${file}`),
    );
  expect(found).toEqual([]);
});

test('no comment says "of before" or "of now" where English says earlier, former or current', () => {
  expect(commentsOf("a(); // what is\n// of now\n/*\n * of\n * before\n */ 'http://a.example'")).toEqual([
    '// what is of now',
    '/* of before */',
  ]);
  const found = names
    // A migration is never changed again: SQLite keeps its comments.
    .filter((name) => /\.(tsx?|mjs|css)$/.test(name) && name !== self && !name.startsWith('server/db/migrations/'))
    .flatMap((name) => commentsOf(read(name)).map((comment) => ({ name, comment })))
    .filter(({ comment }) => /\bof (?:before|now)\b/.test(comment));
  expect(found).toEqual([]);
});
