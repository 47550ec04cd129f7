import { type ExportBlock, htmlText } from './export-block.ts';

/** The placeholder for the site's own address in an export of Ghost. */
const SITE = '__GHOST_URL__';
const pictureAddress = (path: string) => `${SITE}/content/images/${path}`;

/** Returns a text as Ghost 6 renders it. */
export function ghostHtml(blocks: readonly ExportBlock[]): string {
  return blocks.map(blockHtml).join('');
}

function blockHtml(block: ExportBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${htmlText(block.words)}${block.link ? ` <a href="${SITE}${block.link.to}">${htmlText(block.link.words)}</a>` : ''}</p>`;
    case 'heading':
      return `<h2 id="${block.words.toLowerCase().replace(/\W+/g, '-')}">${htmlText(block.words)}</h2>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${htmlText(item)}</li>`).join('')}</ul>`;
    case 'quote':
      return `<blockquote>${htmlText(block.words)}</blockquote>`;
    case 'code':
      return `<pre><code class="language-${block.language}">${htmlText(block.code)}</code></pre>`;
    case 'picture':
      return (
        `<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${pictureAddress(block.path)}" class="kg-image" ` +
        `alt="${htmlText(block.alt)}" loading="lazy" width="2000" height="1333" srcset="${SITE}/content/images/size/w600/${block.path} 600w" ` +
        `sizes="(min-width: 720px) 720px"><figcaption><span style="white-space: pre-wrap;">${htmlText(block.caption)}</span></figcaption></figure>`
      );
    case 'video':
      return (
        `<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/${block.id}?feature=oembed" ` +
        'frameborder="0" allow="accelerometer; autoplay" allowfullscreen title="A film"></iframe></figure>'
      );
  }
}

const words = (text: string) => ({
  detail: 0,
  format: 0,
  mode: 'normal',
  style: '',
  text,
  type: 'extended-text',
  version: 1,
});
const node = (type: string, children: readonly object[], more: object = {}) => ({
  children,
  direction: 'ltr',
  format: '',
  indent: 0,
  type,
  version: 1,
  ...more,
});

/** Returns a text in the format of Ghost's current editor. */
export function ghostLexical(blocks: readonly ExportBlock[]): string {
  return JSON.stringify({ root: node('root', blocks.map(lexicalNode)) });
}

function lexicalNode(block: ExportBlock): object {
  switch (block.kind) {
    case 'paragraph': {
      const link = block.link && {
        ...node('link', [words(block.link.words)], { rel: null, target: null, title: null, url: SITE + block.link.to }),
      };
      return node('paragraph', [words(block.words), ...(link ? [words(' '), link] : [])]);
    }
    case 'heading':
      return node('extended-heading', [words(block.words)], { tag: 'h2' });
    case 'list': {
      const items = block.items.map((item, index) => node('listitem', [words(item)], { value: index + 1 }));
      return node('list', items, { listType: 'bullet', start: 1, tag: 'ul' });
    }
    case 'quote':
      return node('extended-quote', [words(block.words)]);
    case 'code':
      return { type: 'codeblock', version: 1, code: block.code, language: block.language, caption: '' };
    case 'picture': {
      const { alt, caption, path } = block;
      return {
        type: 'image',
        version: 1,
        src: pictureAddress(path),
        width: 2000,
        height: 1333,
        title: '',
        alt,
        caption: htmlText(caption),
        cardWidth: 'regular',
        href: '',
      };
    }
    case 'video':
      return {
        type: 'embed',
        version: 1,
        url: `https://www.youtube.com/watch?v=${block.id}`,
        embedType: 'video',
        html: blockHtml(block),
        metadata: {},
        caption: '',
      };
  }
}

/** Returns a text in the format of the editor of Ghost 2 to 4. */
export function ghostMobiledoc(blocks: readonly ExportBlock[]): string {
  const document: Mobiledoc = {
    version: '0.3.1',
    atoms: [],
    cards: [],
    markups: [],
    sections: [],
    ghostVersion: '4.0',
  };
  for (const block of blocks) document.sections.push(sectionOf(block, document));
  return JSON.stringify(document);
}

interface Mobiledoc {
  version: string;
  atoms: unknown[];
  cards: unknown[];
  markups: unknown[];
  sections: unknown[];
  ghostVersion: string;
}

function sectionOf(block: ExportBlock, { cards, markups }: Mobiledoc): unknown[] {
  const card = (name: string, payload: object) => [10, cards.push([name, payload]) - 1];
  const text = (said: string) => [[0, [], 0, said]];
  switch (block.kind) {
    case 'paragraph': {
      const link = block.link && [0, [markups.push(['a', ['href', SITE + block.link.to]]) - 1], 1, block.link.words];
      return [1, 'p', [...text(block.words), ...(link ? [[0, [], 0, ' '], link] : [])]];
    }
    case 'heading':
      return [1, 'h2', text(block.words)];
    case 'list':
      return [3, 'ul', block.items.map(text)];
    case 'quote':
      return [1, 'blockquote', text(block.words)];
    case 'code':
      return card('code', { code: block.code, language: block.language });
    case 'picture':
      return card('image', { src: pictureAddress(block.path), alt: block.alt, caption: htmlText(block.caption) });
    case 'video':
      return card('embed', {
        url: `https://www.youtube.com/watch?v=${block.id}`,
        html: blockHtml(block),
        type: 'video',
      });
  }
}
