/** Returns an export of WordPress with these items, its prolog and the elements before the items. */
export function wxr(items: string, { prolog = '<?xml version="1.0" encoding="UTF-8"?>', head = '' } = {}): string {
  return `${prolog}
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>${head}
${items}
</channel></rss>`;
}

interface Item {
  id?: number;
  type?: string;
  status?: string;
  title?: string;
  content?: string;
  /** Further elements of the item. */
  more?: string;
}

/** Returns an item of an export of this kind. */
export function item({
  id = 7,
  type = 'post',
  status = 'publish',
  title = 'Tea',
  content = 'Words of it.',
  more = '',
}: Item): string {
  return `<item><title>${title}</title><link>https://old.example/2014/03/tea-${id}/</link><guid>https://old.example/?p=${id}</guid>
<content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_name>tea-${id}</wp:post_name>
<wp:post_date_gmt>2014-03-12 09:00:00</wp:post_date_gmt><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;
}

/** Returns an attachment of an export of this kind. */
export function attachment(id: number, file: string, more = ''): string {
  const url = `<wp:attachment_url>https://old.example/wp-content/uploads/${file}</wp:attachment_url>`;
  return item({ id, type: 'attachment', status: 'inherit', title: file, more: url + more });
}
