import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExportFolder, onlyPost, openExportFolder } from '#tests/exports/export-folder.ts';
import { item, wxr } from '#tests/exports/wxr.ts';
import { isWhole } from '#tests/share.ts';
import { type XmlRecord, xmlRecords } from './xml-records.ts';

let folder: ExportFolder;

beforeEach(() => {
  folder = openExportFolder();
});
afterEach(() => folder.close());

const read = (bytes: string | Buffer) => {
  folder.write('old.xml', bytes);
  return folder.read('old.xml');
};

test('a document type is passed over: no entity of it is resolved', async () => {
  const prolog = `<?xml version="1.0"?>
<!DOCTYPE rss [ <!ENTITY file SYSTEM "file:///etc/passwd"> <!ENTITY a "aaaaaaaaaa"> <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"> ]>`;
  const post = onlyPost(await read(wxr(item({ title: 'A &file; &b; &amp; B' }), { prolog })));
  expect(post.front.title).toMatch(/^A &file; &b; & B$/);
});

test.each([
  ['ISO-8859-1', 'latin1', 'Caf\u00e9'],
  ['windows-1252', 'latin1', 'Caf\u00e9'],
] as const)('letters are read as the file says: %s', async (name, encoding, title) => {
  const text = wxr(item({ title }), { prolog: `<?xml version="1.0" encoding="${name}"?>` });
  expect(onlyPost(await read(Buffer.from(text, encoding))).front.title).toBe(title);
});

test.each(['utf16le', 'utf16be'] as const)('and as its byte order mark says: %s', async (encoding) => {
  const bytes = Buffer.from(
    `\ufeff${wxr(item({ title: 'Café 🍵' }), { prolog: '<?xml version="1.0" encoding="UTF-16"?>' })}`,
    'utf16le',
  );
  expect(onlyPost(await read(encoding === 'utf16le' ? bytes : bytes.swap16())).front.title).toBe('Café 🍵');
});

test('a byte order mark of UTF-8 is no part of the text', async () => {
  expect(onlyPost(await read(`\ufeff${wxr(item({}))}`)).front.title).toBe('Tea');
});

test('control characters and broken letters cost nothing but themselves', async () => {
  const [before = '', after = ''] = wxr(
    item({ title: 'One' }) + item({ id: 8, content: 'a \u0008 b \u0000 c @@ d' }) + item({ id: 9 }),
  ).split('@@');
  const { posts, unread } = await read(
    Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xc3]), Buffer.from(after)]),
  );
  expect(unread).toEqual([]);
  expect(posts.map(({ sourceSlug }) => sourceSlug)).toEqual(['tea-7', 'tea-8', 'tea-9']);
  expect(posts[1]?.body).toBe('a b c �� d');
  expect(posts[1]?.notes).toEqual(['Signs of its text could not be read and are shown as �']);
});

test('a tag without its end and a bare ampersand cost at most their own post', async () => {
  const broken = item({ id: 8, title: 'Fish & chips', more: '<wp:postmeta><wp:meta_key>x' });
  const { posts } = await read(wxr(item({}) + broken + item({ id: 9 })));
  expect(posts.map(({ sourceSlug }) => sourceSlug)).toEqual(['tea-7', 'tea-8', 'tea-9']);
  expect(posts[1]?.front.title).toBe('Fish & chips');
});

test('of a file that ends in the middle comes what was read, and the end is told', async () => {
  const whole = wxr(item({ title: 'First' }) + item({ id: 8, title: 'Second' }));
  const { posts, unread } = await read(whole.slice(0, whole.indexOf('tea-8')));
  expect(posts.map(({ front }) => front.title)).toEqual(['First']);
  expect(unread).toMatchObject([
    { file: 'old.xml', fault: { message: expect.stringContaining('What stood behind “First” is missing') } },
  ]);
});

test('an element of ten thousand elements, and one of a million characters, do not stop the rest', async () => {
  const deep = item({ id: 8, more: '<a>'.repeat(10_000) + '</a>'.repeat(10_000) });
  const long = item({ id: 9, content: 'word '.repeat(200_001) });
  const { posts } = await read(wxr(deep + long + item({ id: 10 })));
  expect(posts.map(({ sourceSlug }) => sourceSlug)).toEqual(['tea-8', 'tea-9', 'tea-10']);
});

test('a piece without an end is not collected for ever', async () => {
  let given = 0;
  async function* endless() {
    yield '<rss><item><title>Tea</title></item><item><title>';
    for (;;) {
      given += 1;
      yield 'x'.repeat(65_536);
    }
  }
  const rules = { isWanted: (name: string) => name === 'item', isKept: () => true, longestPiece: 1_000_000 };
  const records: XmlRecord[] = [];
  for await (const record of xmlRecords(endless(), rules)) records.push(record);
  expect(records).toMatchObject([
    { kind: 'element', element: { name: 'item' } },
    { kind: 'fault', message: 'One element is larger than any post', after: 'Tea' },
  ]);
  expect(given).toBeLessThanOrEqual(16);
});

const openEnded = isWhole ? [64_000_000] : [];
test.each(openEnded)('nor is one of an export of %d characters', async (size) => {
  const { posts, unread } = await read(
    wxr(item({})).replace('</channel>', `<item><title>${'x'.repeat(size + 65_536)}`),
  );
  expect(posts).toHaveLength(1);
  expect(unread[0]?.fault.message).toContain('One element is larger than any post');
});

test('an encoding nobody knows is refused in words', async () => {
  folder.write('old.xml', wxr(item({}), { prolog: '<?xml version="1.0" encoding="x-klingon"?>' }));
  await expect(folder.open('old.xml')).rejects.toThrow('“x-klingon”');
});
