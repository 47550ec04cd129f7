import fc from 'fast-check';
import { makeGhostExport } from '#tests/exports/ghost-export-file.ts';
import { makeZip } from '#tests/exports/make-zip.ts';
import { makeWordpressExport } from '#tests/exports/wordpress-export-file.ts';
import { asTarget, type FuzzTarget } from '../fuzz-target.ts';
import { mutatedBytes, mutatedTexts } from '../mutations.ts';
import { openFuzzFolder } from './read-source.ts';

const POSTS = 8;
const XML_WORDS = [
  ...[
    '<item>',
    '</item>',
    '<title>',
    '</title>',
    '<channel>',
    '</channel>',
    '</rss>',
    '<wp:post_id>',
    '<wp:postmeta>',
    '<!--',
    '-->',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    ']]]]><![CDATA[>',
    '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d SYSTEM "file:///etc/passwd">]>',
    '&b;',
    '&d;',
  ],
  ...[
    '&#0;',
    '&#x110000;',
    '&amp;',
    '<?xml version="1.1"?>',
    '<content:encoded>',
    '<wp:status>publish</wp:status>',
    ' a="b"',
    '<a:b xmlns:a="',
  ],
  ...[
    '<wp:post_type>post</wp:post_type>',
    '<wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>',
    '[caption id="x"]',
    '[gallery ids="1,2"]',
  ],
  ...[
    '<!-- wp:paragraph -->',
    '<!-- wp:image {"id":9} -->',
    '<!-- /wp:image -->',
    '<script>alert(1)</script>',
    '<svg onload=x>',
    '<',
  ],
];

/** Exports of WordPress: WXR, with the HTML and the blocks in it. */
export function wordpressTarget(): FuzzTarget {
  const folder = openFuzzFolder();
  const sample = [...makeWordpressExport(POSTS).xml()].join('');
  const short = sample.slice(0, sample.indexOf('<item>')) + (/<item>[\s\S]*?<\/item>/.exec(sample)?.[0] ?? '');
  return asTarget<string>({
    name: 'WordPress (WXR)',
    cost: 20,
    inputs: mutatedTexts([sample, `${short}</channel></rss>`], XML_WORDS),
    parse: (xml) => folder.read('export.xml', xml),
    close: () => folder.close(),
  });
}

const JSON_WORDS = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\u0000', '\\ud83d', 'null', 'true', '1e309', '-0', '9007199254740993'],
  ...[
    '"posts":[',
    '"html":"',
    '"lexical":"{',
    '"mobiledoc":null',
    '"status":"published"',
    '"__proto__":{"x":1},',
    '"slug":"../x"',
  ],
  ...[
    '<script>alert(1)</script>',
    '<svg onload=x>',
    '<!--kg-card-begin: html-->',
    '<!--kg-gated-block:begin nonMember:false -->',
  ],
  ...[
    '<a href=\\"javascript:x\\">',
    '<iframe src=\\"',
    '__GHOST_URL__',
    '</p>',
    '<table><td>',
    '<pre><code>',
    '{% raw %}',
    '{{x}}',
  ],
];

const NODE_TYPES =
  'text linebreak tab paragraph heading extended-heading quote aside list listitem link autolink tk html image markdown'.split(
    ' ',
  );
const CARD_TYPES =
  'gallery embed bookmark callout toggle video audio file button signup email paywall header product horizontalrule codeblock'.split(
    ' ',
  );

/** A text in the format of Ghost's editor, with nested nodes that no editor makes. */
const lexicalText = fc.letrec((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom(...NODE_TYPES, ...CARD_TYPES, '__proto__', ''),
      text: fc.string({ maxLength: 20 }),
      tag: fc.constantFrom('h1', 'h7', 'ol', 'ul', 'script'),
      url: fc.constantFrom('https://a.example/', 'javascript:alert(1)', '__GHOST_URL__/x', '//'),
      html: fc.constantFrom('<p>x', '<script>alert(1)</script>', '</div><svg onload=x>', '<table><tr><td>'),
      src: fc.constantFrom('data:text/html,x', 'https://a.example/a.png', ''),
      caption: fc.constantFrom('<b>x', '"', '-->'),
      format: fc.oneof(fc.nat(300), fc.constant('center'), fc.constant(null)),
      start: fc.oneof(fc.integer(), fc.double(), fc.constant('1')),
      children: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'node' }),
      images: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
      code: fc.constantFrom('```', '</code>', 'x'),
      language: fc.constantFrom('js', 'a b', '"'),
    },
    { requiredKeys: ['type'] },
  ),
})).node;

/** Exports of Ghost: JSON, with the HTML, the Lexical and the cards in it. */
export function ghostTarget(): FuzzTarget {
  const folder = openFuzzFolder();
  const sample = makeGhostExport(POSTS).json;
  const post = { id: '1', title: 'Tea', slug: 'tea', status: 'published', type: 'post' };
  const wrapped = (fields: object) =>
    JSON.stringify({ db: [{ meta: { version: '6.2.0' }, data: { posts: [{ ...post, ...fields }] } }] });
  const grown = fc.array(lexicalText, { maxLength: 4 }).map((children) => {
    return wrapped({ lexical: JSON.stringify({ root: { children } }) });
  });
  return asTarget<string>({
    name: 'Ghost (JSON)',
    cost: 12,
    inputs: fc.oneof(
      mutatedTexts([sample], JSON_WORDS),
      mutatedTexts([wrapped({ html: '<p>Tea</p>' })], JSON_WORDS),
      grown,
    ),
    parse: (json) => folder.read('export.json', json),
    close: () => folder.close(),
  });
}

/** Archives that are imported: of exports, and of Markdown files. */
export async function archiveTarget(): Promise<FuzzTarget> {
  const folder = openFuzzFolder();
  const markdown = { 'posts/tea.md': '---\ntitle: Tea\n---\nWords', 'posts/a/b.md': '---\ntitle: B\n---\n![x](p.png)' };
  const samples = [
    await makeZip(markdown),
    await makeZip({ 'ghost.json': makeGhostExport(2).json, 'content/images/a.png': 'no picture' }),
    await makeZip({ 'wp.xml': [...makeWordpressExport(1).xml()].join('') }),
    await makeZip({ ...markdown, 'inner.zip': await makeZip(markdown) }),
  ];
  return asTarget<Uint8Array>({
    name: 'archives (zip)',
    cost: 6,
    inputs: fc.oneof(
      { weight: 12, arbitrary: mutatedBytes(samples) },
      { weight: 1, arbitrary: fc.constantFrom<Uint8Array>(...samples) },
    ),
    parse: (bytes) => folder.read('export.zip', bytes),
    close: () => folder.close(),
  });
}
