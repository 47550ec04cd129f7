import type { Notes } from '../html/notes.ts';

/** The fields of a card of Ghost's editor; they are not validated, so each field is checked when it is read. */
export type CardFields = Readonly<Record<string, unknown>>;

export function escapedHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** The first of the fields that contains a text. */
export function textField(fields: CardFields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

function recordField(fields: CardFields, name: string): CardFields {
  const value = fields[name];
  return typeof value === 'object' && value !== null ? (value as CardFields) : {};
}

function listField(fields: CardFields, name: string): CardFields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

const link = (href: string, html: string) => (href === '' ? html : `<a href="${escapedHtml(href)}">${html}</a>`);
const caption = (fields: CardFields) => {
  const html = textField(fields, 'caption');
  return html === '' ? '' : `<figcaption>${html}</figcaption>`;
};
const picture = (fields: CardFields) =>
  `<img src="${escapedHtml(textField(fields, 'src'))}" alt="${escapedHtml(textField(fields, 'alt', 'altText'))}">`;

/** Cards by their names in Lexical and in mobiledoc, as equivalent HTML. */
const CARDS: Record<string, (fields: CardFields) => string> = {
  image: (fields) => `<figure>${link(textField(fields, 'href'), picture(fields))}${caption(fields)}</figure>`,
  gallery: (fields) => `<figure>${listField(fields, 'images').map(picture).join('')}${caption(fields)}</figure>`,
  markdown: (fields) => `<x-raw value="${escapedHtml(textField(fields, 'markdown'))}"></x-raw>`,
  html: (fields) => textField(fields, 'html'),
  embed: (fields) => {
    const html = textField(fields, 'html');
    const url = textField(fields, 'url');
    return `<figure>${html === '' ? `<p>${escapedHtml(url)}</p>` : html}${caption(fields)}</figure>`;
  },
  bookmark: (fields) => {
    const known = recordField(fields, 'metadata');
    const url = textField(fields, 'url') || textField(known, 'url');
    const about = textField(known, 'description');
    const title = escapedHtml(textField(known, 'title') || url);
    return `<p>${link(url, title)}${about === '' ? '' : `: ${escapedHtml(about)}`}</p>`;
  },
  code: (fields) => {
    const language = textField(fields, 'language').replace(/[^\w+#.-]/g, '');
    const code = `<pre><code class="language-${language}">${escapedHtml(textField(fields, 'code'))}</code></pre>`;
    return `<figure>${language === '' ? code.replace(' class="language-"', '') : code}${caption(fields)}</figure>`;
  },
  hr: () => '<hr>',
  callout: (fields) =>
    `<blockquote><p>${escapedHtml(textField(fields, 'calloutEmoji'))} ${textField(fields, 'calloutText')}</p></blockquote>`,
  toggle: (fields) =>
    `<details><summary>${textField(fields, 'heading')}</summary>${textField(fields, 'content')}</details>`,
  button: (fields) => `<p>${link(textField(fields, 'buttonUrl'), escapedHtml(textField(fields, 'buttonText')))}</p>`,
  audio: (fields) => `<audio src="${escapedHtml(textField(fields, 'src'))}"></audio>`,
  video: (fields) =>
    `<figure><video src="${escapedHtml(textField(fields, 'src'))}"></video>${caption(fields)}</figure>`,
  file: (fields) => {
    const name = textField(fields, 'fileTitle', 'fileName');
    const about = textField(fields, 'fileCaption');
    return `<p>${link(textField(fields, 'src'), escapedHtml(name))}${about === '' ? '' : `: ${about}`}</p>`;
  },
  product: (fields) => {
    const src = textField(fields, 'productImageSrc');
    const button = textField(fields, 'productButton');
    return [
      src === '' ? '' : `<p>${picture({ src })}</p>`,
      `<h4>${textField(fields, 'productTitle')}</h4>`,
      textField(fields, 'productDescription'),
      button === '' ? '' : `<p>${link(textField(fields, 'productUrl'), escapedHtml(button))}</p>`,
    ].join('');
  },
  header: (fields) => {
    const button = textField(fields, 'buttonText');
    return [
      `<h2>${textField(fields, 'header', 'heading')}</h2>`,
      `<p>${textField(fields, 'subheader', 'subheading')}</p>`,
      button === '' ? '' : `<p>${link(textField(fields, 'buttonUrl'), escapedHtml(button))}</p>`,
    ].join('');
  },
  'call-to-action': (fields) => {
    const button = textField(fields, 'buttonText');
    const src = textField(fields, 'imageUrl');
    const html = (src === '' ? '' : `<p>${picture({ src })}</p>`) + textField(fields, 'textValue');
    return `<blockquote>${html}${button === '' ? '' : `<p>${link(textField(fields, 'buttonUrl'), escapedHtml(button))}</p>`}</blockquote>`;
  },
};

const SAME: Record<string, string> = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
  'embed-card': 'embed',
};

/** The note about a part of a post that was shown only to members. */
export const GATED_NOTE = 'A part that only members were shown was left out';
/** The note about the line in a post after which the text was for members. */
export const PAYWALL_NOTE = 'The line where the part for members began was left out';

/** Cards that are left out, with the note about each; "" for cards that readers of the page never saw. */
const LEFT_OUT: Record<string, string> = {
  signup: 'A form to sign up was left out',
  paywall: PAYWALL_NOTE,
  email: '',
  'email-cta': '',
};
const FILES = ['audio', 'video', 'file'];

/** A card as HTML; "" for a card that has no place in a post, which is reported. */
export function cardHtml(name: string, fields: CardFields, notes: Notes): string {
  if (isForMembers(fields)) {
    notes.add(GATED_NOTE);
    return '';
  }
  const known = Object.hasOwn(SAME, name) ? (SAME[name] ?? name) : name;
  const card = Object.hasOwn(CARDS, known) ? CARDS[known] : undefined;
  if (known === 'file') notes.add('A file to download stays a link, and the file is not brought in');
  if (card && !(FILES.includes(known) && textField(fields, 'src') === '')) return card(fields);
  const says = Object.hasOwn(LEFT_OUT, known) ? LEFT_OUT[known] : `A card “${known.slice(0, 40)}” was left out`;
  if (says) notes.add(says);
  return '';
}

function isForMembers(fields: CardFields): boolean {
  return recordField(recordField(fields, 'visibility'), 'web').nonMember === false;
}
