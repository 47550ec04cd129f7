import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '#server/repositories/blog-fixture.ts';
import { insertImage, listImages } from '#server/repositories/images.ts';
import { saveDraft } from '#shared/contract/posts/posts-admin.ts';
import { waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { type ImportSite, markdown, openImportSite, picture } from './import-fixture.ts';

let site: ImportSite;

beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

const only = async () => {
  const [post, ...more] = await site.posts();
  if (!post || more.length > 0) throw new Error(`There are ${more.length + (post ? 1 : 0)} posts`);
  return post;
};
const images = async () => (await listImages(site.db, {})).items;

describe('pictures', () => {
  test('are found from the folder and those above it, stored once, and their text is kept', async () => {
    const bytes = await picture('#aa0000');
    site.write('assets/blog/a.png', bytes);
    site.write('posts/same.png', bytes);
    site.write('posts/deep/b c.png', await picture('#00aa00'));
    site.write(
      'posts/one.md',
      markdown('title: One\nimage: /assets/blog/a.png\nimage_alt: A red square', '![Red](../assets/blog/a.png)'),
    );
    site.write(
      'posts/deep/two.md',
      markdown(
        'title: Two',
        '<img src="{{ site.baseurl }}/assets/blog/a.png"> ![Green](b%20c.png "t") {% image "same.png" "x" %}',
      ),
    );
    const report = await site.import();
    expect(report).toMatchObject({ picturesStored: 2, lostPictures: [] });
    const [two, one] = await site.posts();
    const stored = await images();
    expect(stored.map(({ metadata, usedBy }) => [metadata.alt, usedBy])).toEqual(
      expect.arrayContaining([
        [expect.stringMatching(/^(Red|A red square|x)$/), [two?.id, one?.id]],
        ['Green', [two?.id]],
      ]),
    );
    const red = one?.featuredImage;
    expect(one?.content).toBe(`![Red](${red})`);
    const green = stored.find(({ url }) => url !== red)?.url;
    expect(two?.content).toBe(`<img src="${red}"> ![Green](${green} "t") ![x](${red})`);
    expect(one?.image).toMatchObject({ width: 40, height: 40 });
  });

  test('one that came by the admin is not stored again', async () => {
    const bytes = await picture();
    await insertImage(site.db, await site.pictures.store(bytes), { now: NOW, alt: 'As I wrote' });
    site.write('posts/a.png', bytes);
    site.write('posts/a.md', markdown('title: A', '![Other](a.png)'));
    expect(await site.import({ isDryRun: true })).toMatchObject({ picturesStored: 0 });
    expect(await site.import()).toMatchObject({ picturesStored: 0 });
    expect((await images()).map(({ metadata }) => metadata.alt)).toEqual(['As I wrote']);
  });

  test('one that is missing, or no picture, leaves its text and is named', async () => {
    site.write('posts/b.png', 'not a picture');
    site.write('posts/c.svg', '<svg/>');
    site.write(
      'posts/a.md',
      markdown(
        'title: A\nimage: /none.jpg',
        'a ![One *b*](/x.png) ![](/y.png) <img alt="B &amp; <c" src="b.png"> ![C](c.svg) ![D](https://x.org/d.png)',
      ),
    );
    const report = await site.import();
    expect((await only()).content).toBe('a One b  B &amp; &lt;c C ![D](https://x.org/d.png)');
    expect(report.lostPictures).toEqual([
      { file: 'a.md', address: '/x.png', reason: null },
      { file: 'a.md', address: '/y.png', reason: null },
      { file: 'a.md', address: 'c.svg', reason: expect.stringContaining('not a picture') },
      { file: 'a.md', address: 'b.png', reason: expect.stringContaining('not a picture') },
      { file: 'a.md', address: '/none.jpg', reason: null },
    ]);
  });

  test('one that waits on some computer is missing, and nothing stored names it', async () => {
    const one = '11111111-2222-4333-8444-555555555555';
    const two = '22222222-2222-4333-8444-555555555555';
    const address = waitingPictureAddress(one);
    site.write(
      'posts/a.md',
      markdown(
        `title: A\nimage: https://blog.example${address}`,
        `a ![One](${address}) [two](${waitingPictureAddress(two)}) \`https://blog.example${address}\``,
      ),
    );
    const report = await site.import();
    const { content, featuredImage } = await only();
    expect(content).toBe(`a One [two](/uploads/missing-${two}) \`https://blog.example/uploads/missing-${one}\``);
    expect(featuredImage).toBeNull();
    expect(report.lostPictures.map((lost) => lost.address)).toEqual([
      address,
      waitingPictureAddress(two),
      `https://blog.example${address}`,
    ]);
    expect(saveDraft.body.safeParse({ title: 'A', content }).success).toBe(true);

    // An export of ours into which somebody has written such an address since.
    await site.export();
    const exported = readFileSync(path.join(site.root, 'out', 'a.md'), 'utf8');
    site.write('out/a.md', `${exported.trimEnd()} ![One](${address})\n`);
    await site.db.deleteFrom('blog_posts').execute();
    const again = await site.import({ folder: path.join(site.root, 'out') });
    expect(again.lostPictures).toMatchObject([{ address }]);
    expect((await only()).content).toBe(`${content} ![One](/uploads/missing-${one})`);
  });

  test('a link to a picture beside the post leads to the stored one; other links stay', async () => {
    site.write('posts/a.png', await picture());
    site.write(
      'posts/a.md',
      markdown('title: A', '[![A](a.png)](a.png) [pdf](a.pdf) [gone](b.png) [mail](mailto:a@b.c)'),
    );
    const report = await site.import();
    const [image] = await images();
    expect((await only()).content).toBe(
      `[![A](${image?.url})](${image?.url}) [pdf](a.pdf) [gone](b.png) [mail](mailto:a@b.c)`,
    );
    expect(report.lostPictures).toEqual([]);
  });
});

test('links between the posts lead to them here', async () => {
  site.write(
    'posts/2023-05-08-award.md',
    markdown('title: A', '[b](/2024/1/2/award/#part) [c](//2020/01/01/gone/) [d](sub/d.md#x)'),
  );
  site.write(
    'posts/2024-01-02-award.md',
    markdown('title: B', '<a href="/2023/05/08/award">a</a> [r]\n\n[r]: {{ "/2024/01/02/award/" | url }}'),
  );
  site.write(
    'posts/sub/d.md',
    markdown('title: D', '[a](../2023-05-08-award.md) [e](https://x.org/2023/05/08/award/)'),
  );
  await site.import();
  expect((await site.posts()).map(({ content }) => content)).toEqual([
    '[b](/post/award-2#part) [c](//2020/01/01/gone/) [d](/post/d#x)',
    '<a href="/post/award">a</a> [r]\n\n[r]: /post/award-2',
    '[a](/post/award) [e](https://x.org/2023/05/08/award/)',
  ]);
});
