import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExportFolder, onlyPost, openExportFolder } from '#tests/exports/export-folder.ts';
import { attachment, item, wxr } from '#tests/exports/wxr.ts';

let folder: ExportFolder;

beforeEach(() => {
  folder = openExportFolder();
});
afterEach(() => folder.close());

const read = async (content: string, others = '') => {
  folder.write('old.xml', wxr(item({ content }) + others));
  const { body, notes } = onlyPost(await folder.read('old.xml'));
  return { body, notes };
};
const markdown = async (content: string, others = '') => (await read(content, others)).body;

test('in a text of the classic editor blank lines part paragraphs and a line end is a break', async () => {
  expect(
    await markdown(
      'One\ntwo\n\nThree <b>four</b>\n<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>\n<blockquote>Said\n\nso</blockquote>\nEnd',
    ),
  ).toBe('One\\\ntwo\n\nThree **four**\n\n- a\n- b\\\n  c\n\n> Said\n>\n> so\n\nEnd');
  expect(await markdown('<pre>a\n\n  b</pre>\nafter\n<h2>Head</h2>\nText')).toBe(
    '```\na\n\n  b\n```\n\nafter\n\n## Head\n\nText',
  );
});

test('blocks lose the comments around them; one that is made when the page is shown is told', async () => {
  const content = `<!-- wp:paragraph -->\n<p>Para<br>two</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:embed {"url":"https://vimeo.com/12345"} -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://vimeo.com/12345\n</div></figure>\n<!-- /wp:embed -->
<!-- wp:latest-posts {"postsToShow":3} /-->`;
  expect(await read(content)).toEqual({
    body: 'Para\\\ntwo\n\nhttps://vimeo.com/12345',
    notes: ['A block that is made when the page is shown was left out: latest-posts'],
  });
});

test('a part that several posts share stands in each of them', async () => {
  const shared = item({
    id: 9,
    type: 'wp_block',
    content: '<!-- wp:paragraph --><p>Shared.</p><!-- /wp:paragraph -->',
  });
  expect(await markdown('<!-- wp:block {"ref":9} /-->', shared)).toBe('Shared.');
  // A shared block that contains itself does not go on for ever.
  const circle = item({ id: 9, type: 'wp_block', content: '<p>Round.</p><!-- wp:block {"ref":9} /-->' });
  expect(await markdown('<!-- wp:block {"ref":9} /-->', circle)).toContain('Round.');
});

test('shortcodes of WordPress become Markdown, others are left out by name and what they hold stays', async () => {
  const caption =
    '[caption id="attachment_9" width="300"]<a href="https://old.example/wp-content/uploads/a.jpg"><img src="https://old.example/wp-content/uploads/a-300x200.jpg" alt="A" /></a> A <em>cup</em>[/caption]';
  expect(await markdown(caption)).toBe('![A](https://old.example/wp-content/uploads/a.jpg "A cup")');
  expect(await markdown('[embed]https://www.youtube.com/watch?v=dQw4w9WgXcQ[/embed]')).toBe(
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  );
  expect(await markdown('[youtube dQw4w9WgXcQ]')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  expect(await markdown('[code language="php"]<?php if ($a < 1) {\n\n} ?>[/code]')).toBe(
    '```php\n<?php if ($a < 1) {\n\n} ?>\n```',
  );
  expect(await read('[audio mp3="https://old.example/a.mp3"][/audio]')).toEqual({
    body: '[a.mp3](https://old.example/a.mp3)',
    notes: ['A sound became a link to its file, which is not brought in'],
  });
  expect(await read('[vc_row][vc_column width="1/2"]Words[/vc_column][/vc_row] [contact-form-7 id="3"]')).toEqual({
    body: 'Words',
    notes: ['Shortcodes that mean nothing here were left out: [vc_row], [vc_column], [contact-form-7]'],
  });
  expect(await markdown('As he said [sic], see [1] and [[gallery]].')).toBe(
    'As he said \\[sic], see \\[1] and \\[gallery].',
  );
});

test('a gallery shows the pictures it names, and those of its post where it names none', async () => {
  const alt =
    '<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A</wp:meta_value></wp:postmeta>';
  const pictures = attachment(20, 'a.jpg', alt) + attachment(21, 'b.jpg', '<wp:post_parent>7</wp:post_parent>');
  expect(await read('[gallery ids="20,21,22"]', pictures)).toEqual({
    body: '![A](https://old.example/wp-content/uploads/a.jpg)\n\n![](https://old.example/wp-content/uploads/b.jpg)',
    notes: ['Pictures of a gallery are not named in the export and were left out'],
  });
  expect(await markdown('[gallery]', pictures)).toBe('![](https://old.example/wp-content/uploads/b.jpg)');
});

test('ten thousand shortcodes without an end are read in a moment', async () => {
  const started = process.cpuUsage().user;
  await markdown('[gallery ['.repeat(10_000) + '[caption]'.repeat(2000));
  expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(20);
});

test('links to the site are paths from its root, and sizes of a picture lead to the original', async () => {
  const picture = attachment(20, '2014/03/a.jpg');
  expect(await markdown('<a href="http://www.old.example/2014/02/cups/?x=1#y">cups</a>')).toBe(
    '[cups](/2014/02/cups/?x=1#y)',
  );
  expect(
    await markdown('<img src="https://i0.wp.com/old.example/wp-content/uploads/2014/03/a-300x200.jpg?w=300">', picture),
  ).toBe('![](https://old.example/wp-content/uploads/2014/03/a.jpg)');
  folder.write('wp-content/uploads/2014/03/a.jpg', 'a picture');
  expect(await markdown('<img src="https://old.example/wp-content/uploads/2014/03/a-300x200.jpg">', picture)).toBe(
    '![](/wp-content/uploads/2014/03/a.jpg)',
  );
});
