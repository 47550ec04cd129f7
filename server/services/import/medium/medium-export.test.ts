import { afterEach, beforeEach, expect, test } from 'vitest';
import { countKinds } from '#tests/exports/account-for.ts';
import { type ExportFolder, openExportFolder } from '#tests/exports/export-folder.ts';
import { makeZip } from '#tests/exports/make-zip.ts';

let folder: ExportFolder;

beforeEach(() => {
  folder = openExportFolder();
});
afterEach(() => folder.close());

const story = ({
  body = '',
  published = '2016-05-01T10:00:00.000Z',
  canonical = 'https://medium.com/@ada/green-tea-0123456789ab',
}) =>
  `<!DOCTYPE html><html><head><title>Green tea</title><style>* {}</style></head><body><article class="h-entry"><header><h1 class="p-name">Green tea</h1></header>
<section data-field="subtitle" class="p-summary">On cups</section><section data-field="body" class="e-content"><section class="section"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner">${body}</div></div></section></section>
<footer><p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada L.</a>${published && ` on <a href="#"><time class="dt-published" datetime="${published}">May 1</time></a>`}.</p><p><a href="${canonical}" class="p-canonical">Canonical link</a></p></footer></article></body></html>`;

test('stories come in without the title that stands in them, drafts as drafts, and the rest is told', async () => {
  const body = `<h3 class="graf graf--h3 graf--title">Green tea</h3><h4 class="graf graf--h4 graf--subtitle">On cups</h4><p class="graf graf--p">Hot.</p>
<figure class="graf graf--figure"><img class="graf-image" src="https://cdn-images-1.medium.com/max/800/a.png"><figcaption class="imageCaption">A cup</figcaption></figure>
<pre data-code-block-lang="js" class="graf graf--pre"><code class="language-js">a &lt; b</code></pre><figure class="graf graf--iframe"><script src="https://gist.github.com/ada/0a1b2c3d4e.js"></script></figure>`;
  folder.write(
    'medium.zip',
    await makeZip({
      'README.html': '<p>Read</p>',
      'profile/about.html': '<p>Ada</p>',
      'claps/claps-0001.html': '<p>Claps</p>',
      'posts/2016-05-01_Green-tea-0123456789ab.html': story({ body }),
      'posts/draft_Idea-ba9876543210.html': story({ body: '<p class="graf">Not yet.</p>', published: '' }),
      'posts/2017-05-01_Own-aaaaaaaaaaaa.html': story({ body, canonical: 'https://blog.example/own-aaaaaaaaaaaa' }),
      'posts/2018-05-01_Damaged-bbbbbbbbbbbb.html': '<html><body class="h-entry">Nothing</body></html>',
    }),
  );
  const { posts, unread, items } = await folder.read('medium.zip');
  expect(posts).toMatchObject([
    {
      front: { title: 'Green tea', subtitle: 'On cups', authors: ['Ada L.'], draft: false },
      body: 'Hot.\n\n![](https://cdn-images-1.medium.com/max/800/a.png "A cup")\n\n```js\na < b\n```\n\nhttps://gist.github.com/ada/0a1b2c3d4e',
      date: Date.UTC(2016, 4, 1, 10),
      sourceSlug: 'green-tea',
      oldAddresses: [],
      notes: [],
    },
    { sourceSlug: 'own', oldAddresses: ['/own-aaaaaaaaaaaa'] },
    { sourceSlug: 'idea', front: { draft: true }, notes: [expect.stringContaining('may be an answer')] },
  ]);
  expect(unread).toMatchObject([
    { file: 'posts/2018-05-01_Damaged-bbbbbbbbbbbb.html', fault: { message: 'Has no text' } },
  ]);
  expect(countKinds(items)).toEqual({ file: 3 });
});

test('a folder of other HTML files is no export of Medium', async () => {
  folder.write('site/posts/a.html', '<p>Words</p>');
  const source = await folder.open('site');
  expect(source.program).toBe('Markdown');
  await source.close();
});
