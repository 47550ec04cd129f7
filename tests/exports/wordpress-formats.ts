import { type ExportBlock, htmlText } from './export-block.ts';

/** The address of the site in made-up exports of WordPress. */
export const SITE = 'https://old.example';

/** Escapes a text for a CDATA section, as WordPress does. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

const uploads = (path: string, size = '') => `${SITE}/wp-content/uploads/${path.replace(/(\.\w+)$/, `${size}$1`)}`;
const linked = (block: ExportBlock & { kind: 'paragraph' }) =>
  htmlText(block.words) + (block.link ? ` <a href="${SITE}${block.link.to}">${htmlText(block.link.words)}</a>` : '');

/** Returns a text in the format of the block editor. */
export function blockEditorText(blocks: readonly ExportBlock[]): string {
  const wrapped = (name: string, html: string, values = '') =>
    `<!-- wp:${name}${values} -->\n${html}\n<!-- /wp:${name} -->`;
  const parts = blocks.map((block) => {
    if (block.kind === 'paragraph') return wrapped('paragraph', `<p>${linked(block)}</p>`);
    if (block.kind === 'heading')
      return wrapped('heading', `<h2 class="wp-block-heading">${htmlText(block.words)}</h2>`);
    if (block.kind === 'list') {
      const items = block.items.map((item) => wrapped('list-item', `<li>${htmlText(item)}</li>`)).join('\n\n');
      return wrapped('list', `<ul class="wp-block-list">${items}</ul>`);
    }
    if (block.kind === 'quote') {
      return wrapped(
        'quote',
        `<blockquote class="wp-block-quote">${wrapped('paragraph', `<p>${htmlText(block.words)}</p>`)}</blockquote>`,
      );
    }
    if (block.kind === 'code')
      return wrapped(
        'code',
        `<pre class="wp-block-code"><code lang="${block.language}">${htmlText(block.code)}</code></pre>`,
      );
    if (block.kind === 'picture') {
      const picture = `<img src="${uploads(block.path, '-1024x683')}" alt="${htmlText(block.alt)}" class="wp-image-9"/>`;
      const caption = `<figcaption class="wp-element-caption">${htmlText(block.caption)}</figcaption>`;
      return wrapped(
        'image',
        `<figure class="wp-block-image size-large">${picture}${caption}</figure>`,
        ' {"id":9,"sizeSlug":"large"}',
      );
    }
    const address = `https://www.youtube.com/watch?v=${block.id}`;
    const box = `<div class="wp-block-embed__wrapper">\n${address}\n</div>`;
    return wrapped(
      'embed',
      `<figure class="wp-block-embed is-type-video">${box}</figure>`,
      ` {"url":"${address}","type":"video"}`,
    );
  });
  return parts.join('\n\n');
}

/** Returns a text in the format of the classic editor. */
export function classicText(blocks: readonly ExportBlock[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === 'paragraph') return linked(block);
    if (block.kind === 'heading') return `<h2>${htmlText(block.words)}</h2>`;
    if (block.kind === 'list')
      return `<ul>\n${block.items.map((item) => ` \t<li>${htmlText(item)}</li>`).join('\n')}\n</ul>`;
    if (block.kind === 'quote') return `<blockquote>${htmlText(block.words)}</blockquote>`;
    if (block.kind === 'code') return `<pre lang="${block.language}">${htmlText(block.code)}</pre>`;
    if (block.kind === 'picture') {
      const picture = `<a href="${uploads(block.path)}"><img class="size-medium wp-image-9" src="${uploads(block.path, '-300x200')}" alt="${htmlText(block.alt)}" width="300" height="200" /></a>`;
      return `[caption id="attachment_9" align="alignleft" width="300"]${picture} ${htmlText(block.caption)}[/caption]`;
    }
    return `https://www.youtube.com/watch?v=${block.id}`;
  });
  return parts.join('\n\n');
}
