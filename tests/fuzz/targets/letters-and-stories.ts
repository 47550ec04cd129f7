import fc from 'fast-check';
import { makeZip } from '#tests/exports/make-zip.ts';
import { asTarget, type FuzzTarget } from '../fuzz-target.ts';
import { mutatedTexts } from '../mutations.ts';
import { openFuzzFolder } from './read-source.ts';

const HTML_WORDS = [
  ...['<p>', '</p>', '<div>', '</div>', '<section>', '</article>', '<!--', '-->', '<![CDATA[', '<', '&lt;', '&#0;'],
  ...[
    '<figure>',
    '<figcaption>',
    '<img src="',
    '<table><td>',
    '<ul><li>',
    '<pre><code>',
    '<blockquote>',
    '<h1>',
    '<hr>',
  ],
  ...['<a href="javascript:alert(1)">x</a>', '<svg onload=x>', '<script>alert(1)</script>', '<iframe src="', '<style>'],
  ...[
    '" data-attrs="',
    '{&quot;src&quot;:',
    ' class="',
    ' id=__proto__',
    '{% raw %}',
    '{{ x }}',
    '[Insert x]',
    '`',
    '**',
  ],
];

const SUBSTACK_LIST = `post_id,post_date,is_published,type,audience,title,subtitle,podcast_url
1.green-tea,2022-03-12T09:00:00.000Z,true,newsletter,everyone,"Tea, ""green""",On two lines,
2.cups,2022-03-13T09:00:00.000Z,false,podcast,only_paid,Cups,,https://a.example/cups.mp3
`;
const LIST_WORDS = [
  ',',
  '"',
  '""',
  '\n',
  '\r\n',
  '2022-02-31',
  'true',
  'post_id',
  '1.green-tea',
  '../x',
  '__proto__',
  '\ufeff',
];
const SUBSTACK_TEXT = `<p>Hot <strong>tea</strong>.</p><div class="captioned-image-container"><figure><a class="image-link" href="https://a.example/a.png">
<div class="image2-inset"><picture><source srcset="https://a.example/a.webp 424w"><img src="https://a.example/a.png" data-attrs="{&quot;src&quot;:&quot;https://a.example/a.png&quot;,&quot;alt&quot;:&quot;A cup&quot;}"></picture></div></a><figcaption>A cup</figcaption></figure></div>
<p class="button-wrapper" data-attrs="{&quot;url&quot;:&quot;https://a.example/&quot;,&quot;text&quot;:&quot;Subscribe&quot;}"><a class="button primary" href="https://a.example/"><span>Subscribe</span></a></p>
<div id="youtube2-x" class="youtube-wrap" data-attrs="{&quot;videoId&quot;:&quot;dQw4w9WgXcQ&quot;}"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe></div>
<div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>A note</p></div></div>`;

/** Exports of Substack: the list of posts, and the HTML of their letters. */
export function substackTarget(): FuzzTarget {
  const folder = openFuzzFolder();
  return asTarget<{ list: string; text: string }>({
    name: 'Substack (CSV and HTML)',
    cost: 12,
    inputs: fc.oneof(
      fc.record({ list: fc.constant(SUBSTACK_LIST), text: mutatedTexts([SUBSTACK_TEXT], HTML_WORDS) }),
      fc.record({ list: mutatedTexts([SUBSTACK_LIST], LIST_WORDS), text: fc.constant(SUBSTACK_TEXT) }),
    ),
    parse: async ({ list, text }) => {
      const zip = await makeZip({ 'posts.csv': list, 'posts/1.green-tea.html': text });
      return folder.read('export.zip', zip, list.length + text.length);
    },
    close: () => folder.close(),
  });
}

const STORY = `<!DOCTYPE html><html><head><title>Green tea</title></head><body><article class="h-entry"><header><h1 class="p-name">Green tea</h1></header>
<section data-field="subtitle" class="p-summary">On cups</section><section data-field="body" class="e-content"><section class="section"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner"><h3 class="graf graf--h3 graf--title">Green tea</h3><p class="graf graf--p">Hot <em>and</em> <a href="https://a.example/">green</a>.</p>
<figure class="graf graf--figure"><img class="graf-image" src="https://cdn-images-1.medium.com/max/800/a.png"><figcaption class="imageCaption">A cup</figcaption></figure>
<pre data-code-block-lang="js" class="graf graf--pre"><code>a &lt; b</code></pre><figure class="graf graf--iframe"><script src="https://gist.github.com/ada/0a1b2c3d4e.js"></script></figure></div></div></section></section>
<footer><p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada L.</a> on <a href="#"><time class="dt-published" datetime="2016-05-01T10:00:00.000Z">May 1</time></a>.</p><p><a href="https://medium.com/@ada/green-tea-0123456789ab" class="p-canonical">Canonical link</a></p></footer></article></body></html>`;
const STORY_WORDS = [
  ...[
    ' class="h-entry"',
    ' class="e-content"',
    ' class="p-name"',
    ' class="graf graf--title"',
    ' datetime="2016-13-40"',
  ],
  ...HTML_WORDS,
];

/** Exports of Medium: the HTML of its stories. */
export function mediumTarget(): FuzzTarget {
  const folder = openFuzzFolder();
  return asTarget<string>({
    name: 'Medium (HTML)',
    cost: 12,
    inputs: mutatedTexts([STORY], STORY_WORDS),
    parse: async (story) => {
      const zip = await makeZip({ 'posts/2016-05-01_Green-tea-0123456789ab.html': story });
      return folder.read('export.zip', zip, story.length);
    },
    close: () => folder.close(),
  });
}
