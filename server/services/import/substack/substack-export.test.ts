import { afterEach, beforeEach, expect, test } from 'vitest';
import { countKinds } from '#tests/exports/account-for.ts';
import { type ExportFolder, openExportFolder } from '#tests/exports/export-folder.ts';
import { makeZip } from '#tests/exports/make-zip.ts';

let folder: ExportFolder;

beforeEach(() => {
  folder = openExportFolder();
});
afterEach(() => folder.close());

const HEAD = 'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url';
const read = async (files: Record<string, string>) => {
  folder.write('export.zip', await makeZip(files));
  return folder.read('export.zip');
};

test('posts of the list come in with their texts; what only paying readers saw is a draft', async () => {
  const { posts, items } = await read({
    'posts.csv': `\ufeff${HEAD}\r\n1.green-tea,2022-03-12T09:00:00.000Z,true,,,newsletter,everyone,"Tea, ""green""","On two
lines",\r\n2.cups,2022-03-13T09:00:00.000Z,true,,,podcast,only_paid,Cups,,https://a.example/cups.mp3\n3.idea,2022-03-14T09:00:00.000Z,false,,,newsletter,everyone,Idea,,\n4.lost,,false,,,newsletter,everyone,Lost,,`,
    'posts/1.green-tea.html': '<p>Hot.</p>',
    'posts/1.delivers.csv': 'post_id,timestamp,email\n1,2022,a@mail.example',
    'posts/2.cups.html': '<p>Blue.</p>',
    'posts/3.idea.html': '<p>Not yet.</p>',
    'posts/9.unlisted.html': '<p>Words.</p>',
    'email_list.old.csv':
      'email,active_subscription,expiry,email_disabled,created_at\na@mail.example,false,,false,2021-05-01T10:00:00.000Z\nb@mail.example,true,,true,\n"not\nan address",,,,\n',
  });
  expect(posts).toMatchObject([
    {
      file: 'posts/1.green-tea.html',
      front: { title: 'Tea, "green"', subtitle: 'On two lines', draft: false },
      body: 'Hot.',
      date: Date.UTC(2022, 2, 12, 9),
      sourceSlug: 'green-tea',
      oldAddresses: ['/p/green-tea'],
    },
    {
      front: { title: 'Cups', draft: true },
      oldAddresses: [],
      notes: [
        'It was for paying readers only: it comes in as a draft',
        'Its recording is not brought in: https://a.example/cups.mp3',
      ],
    },
    { front: { title: 'Idea', draft: true }, date: null },
    { front: { title: 'unlisted', draft: true }, body: 'Words.' },
  ]);
  expect(countKinds(items)).toEqual({ 'post without a text': 1, file: 1, subscriber: 3 });
  expect(items.filter(({ kind }) => kind === 'subscriber')).toMatchObject([
    { email: 'a@mail.example', isSubscribed: true, since: Date.UTC(2021, 4, 1, 10) },
    { email: 'b@mail.example', isSubscribed: false, since: null },
  ]);
  expect(items).toContainEqual(
    expect.objectContaining({ file: 'email_list.old.csv:4', why: 'Has no e-mail address that can be written to' }),
  );
});

test('what only Substack writes becomes what a post of ours says', async () => {
  const picture = JSON.stringify({ src: 'https://bucket.example/public/images/a.png', alt: 'A' }).replaceAll(
    '"',
    '&quot;',
  );
  const post = JSON.stringify({ title: 'Other', canonical_url: 'https://b.example/p/other' }).replaceAll('"', '&quot;');
  const { posts } = await read({
    'posts.csv': `${HEAD}\n1.a,,true,,,newsletter,everyone,A,,`,
    'posts/1.a.html': `<div class="captioned-image-container"><figure><a class="image-link" href="https://cdn.example/w_2400/a.png"><div class="image2-inset"><picture><source srcset="x"><img src="https://cdn.example/w_1456/a.png" data-attrs="${picture}"></picture></div></a><figcaption class="image-caption">Cup</figcaption></figure></div>
<p>Tea<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a>.</p>
<p class="button-wrapper"><a class="button primary" href="https://a.example/subscribe"><span>Subscribe now</span></a></p>
<div class="youtube-wrap" data-attrs="{&quot;videoId&quot;:&quot;dQw4w9WgXcQ&quot;}"><div><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe></div></div>
<div class="digest-post-embed" data-attrs="${post}"></div>
<div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Green.</p></div></div>`,
  });
  expect(posts[0]?.body).toBe(
    '![A](https://bucket.example/public/images/a.png "Cup")\n\nTea[^1].\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n\n[Other](https://b.example/p/other)\n\n[^1]: Green.',
  );
  expect(posts[0]?.notes).toEqual(['Buttons and forms to subscribe or to share were left out']);
});
