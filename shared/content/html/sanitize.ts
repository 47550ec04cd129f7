import type { Parents, Properties, Root } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { plainCharacters } from '../markdown/characters.ts';
import { eachElement } from '../walk.ts';
import { PICTURE_CLASSES } from './picture-links.ts';
import { BOX_WIDTH, COLUMN_SIZES } from './picture-sizes.ts';

/** The prefix of every id of a post, so that none of them can be an id or a global name of the surrounding page. */
export const ID_PREFIX = 'text-';

/** Elements that are dropped together with their content, which is code, data or another document. */
export const droppedWithContent: readonly string[] = [
  'applet',
  'audio',
  'canvas',
  'embed',
  'frame',
  'frameset',
  'head',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
];

const digits = /^\d{1,24}$/;
const cellSpan = /^[1-9]\d?$/;
const length = /^[1-9]\d{0,4}$/;

/** The one allow-list of elements, attributes, classes and schemes that a post's HTML may contain. */
export const schema: Schema = {
  tagNames: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'caption',
    'cite',
    'code',
    'dd',
    'del',
    'details',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'i',
    'img',
    'input',
    'ins',
    'kbd',
    'li',
    'mark',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'samp',
    'section',
    'small',
    'span',
    'strong',
    'sub',
    'summary',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
    'var',
    'wbr',
  ],
  strip: [...droppedWithContent],
  ancestors: {
    caption: ['table'],
    tbody: ['table'],
    td: ['table'],
    tfoot: ['table'],
    th: ['table'],
    thead: ['table'],
    tr: ['table'],
    summary: ['details'],
    figcaption: ['figure'],
    li: ['ul', 'ol'],
    dt: ['dl'],
    dd: ['dl'],
  },
  attributes: {
    '*': ['id'],
    a: [
      'href',
      ['target', '_blank'],
      ['rel', 'noopener'],
      'title',
      'ariaLabel',
      'ariaDescribedBy',
      'dataFootnoteRef',
      'dataFootnoteBackref',
      'dataSmall',
      ['className', 'heading-anchor', ...PICTURE_CLASSES.column, 'data-footnote-backref'],
    ],
    abbr: ['title'],
    blockquote: [
      ['dir', 'auto'],
      ['className', 'twitter-tweet', 'instagram-media', 'tiktok-embed'],
      ['cite', /^https:\/\/(?:www\.)?tiktok\.com\/[\w@./-]{1,200}$/],
      ['dataLang', /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i],
      ['dataTheme', 'light', 'dark'],
      ['dataDnt', 'true'],
      ['dataConversation', 'none'],
      ['dataCards', 'hidden'],
      'dataInstgrmCaptioned',
      ['dataInstgrmPermalink', /^https:\/\/(?:www\.)?instagram\.com\/[\w./-]{1,100}(?:\?[\w=&;-]{0,200})?$/],
      ['dataInstgrmVersion', /^\d{1,3}$/],
      ['dataVideoId', digits],
      ['dataUniqueId', /^[\w.-]{1,64}$/],
      ['dataEmbedType', 'creator', 'curated', 'tag', 'trending', 'video'],
      ['dataEmbedFrom', 'oembed', 'embed_page'],
    ],
    code: [['className', 'hljs', /^language-[\w+#.-]{1,40}$/]],
    details: [],
    div: [
      ['className', 'heading-line', 'table-scroll', 'video-card'],
      ['tabIndex', 0],
      ['role', 'region'],
      'ariaLabel',
      ['dataProvider', 'youtube', 'vimeo'],
      ['dataId', /^[\w-]{1,24}$/],
      ['dataShape', 'tall'],
    ],
    figure: [['className', 'post-figure']],
    h2: [['className', 'sr-only']],
    img: [
      'src',
      'alt',
      'title',
      ['width', length],
      ['height', length],
      'srcSet',
      ['sizes', `${BOX_WIDTH}px`, COLUMN_SIZES],
      ['loading', 'lazy'],
      ['decoding', 'async'],
    ],
    input: [['type', 'checkbox'], ['disabled', true], 'checked', ['ariaLabel', 'Done', 'Not done']],
    li: [['className', 'task-list-item']],
    ol: [
      ['dir', 'auto'],
      ['className', 'contains-task-list'],
      ['start', /^\d{1,9}$/],
    ],
    pre: [
      ['tabIndex', 0],
      ['dataLanguage', /^[\w+#. -]{1,40}$/],
    ],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: [['className', /^hljs-[\w-]{1,40}$/, /^(?:class|function|inherited|constructor|escape|invoke)_{1,2}$/]],
    strong: [['dir', 'ltr']],
    td: [
      ['className', 'align-center', 'align-right'],
      ['colSpan', cellSpan],
      ['rowSpan', cellSpan],
    ],
    th: [
      ['className', 'align-center', 'align-right'],
      ['colSpan', cellSpan],
      ['rowSpan', cellSpan],
      ['scope', 'col', 'row'],
    ],
    ul: [
      ['dir', 'auto'],
      ['className', 'contains-task-list'],
    ],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  clobber: ['id', 'ariaDescribedBy', 'ariaLabelledBy'],
  clobberPrefix: ID_PREFIX,
  protocols: {
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https'],
    cite: ['http', 'https'],
  },
};

/**
 * Sanitizes a tree, as the last step before it is written out: removes everything that is not on the list, and adds the
 * prefix to every id.
 */
export function sanitizeTree(tree: Root): Root {
  const safe = sanitize(tree, schema);
  const root: Root = safe.type === 'root' ? safe : { type: 'root', children: safe.type === 'doctype' ? [] : [safe] };
  tidyText(root);
  eachElement(root, (element) => {
    element.properties = tidyProperties(element.properties);
    tidyText(element);
  });
  return root;
}

// Removes characters that character references bring in, after the Markdown itself was freed of them.
function tidyText({ children }: Parents): void {
  for (const child of children) if (child.type === 'text') child.value = plainCharacters(child.value);
}

function tidyProperties(properties: Properties): Properties {
  const tidy: Properties = {};
  for (const [name, value] of Object.entries(properties)) {
    // The sanitizer keeps a class list without any allowed class as an empty list, which is dropped here.
    if (Array.isArray(value) && value.length === 0) continue;
    tidy[name] =
      typeof value === 'string' ? plainCharacters(value) : value === true && name.startsWith('data') ? '' : value;
  }
  return tidy;
}
