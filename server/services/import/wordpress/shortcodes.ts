import type { Notes } from '../html/notes.ts';
import type { WxrIndex } from './wxr-index.ts';

/** A shortcode as it is written: `[name key="value"]content[/name]`. */
interface Shortcode {
  name: string;
  values: Readonly<Record<string, string>>;
  /** Values without a name, in their order. */
  bare: readonly string[];
  /** Null for a shortcode without an end. */
  content: string | null;
}

export interface ShortcodeContext {
  index: WxrIndex;
  /** The id of the post: a gallery that names no pictures shows those of the post. */
  postId: string;
  notes: Notes;
}

/** The syntax of WordPress: values contain no brackets. */
const opening = /\[(\/?)([a-z][\w-]{0,60})((?:[\s=]|\/(?=\]))[^[\]]*)?\]/gi;
const CODE = new Set([
  'code',
  'sourcecode',
  'highlight',
  'php',
  'css',
  'html',
  'js',
  'javascript',
  'python',
  'bash',
  'sql',
  'xml',
  'java',
  'ruby',
  'crayon',
]);

/** Shortcodes as equivalent HTML. */
const READERS: Record<string, (code: Shortcode, context: ShortcodeContext) => string> = {
  caption: ({ content, values }) => figure(content ?? '', values.caption),
  wp_caption: ({ content, values }) => figure(content ?? '', values.caption),
  gallery: galleryOf,
  embed: ({ content, values, bare }) => alone(content || values.src || bare[0]),
  youtube: ({ content, bare, values }) =>
    alone(videoAddress('https://www.youtube.com/watch?v=', content || values.id || bare[0])),
  vimeo: ({ content, bare, values }) => alone(videoAddress('https://vimeo.com/', content || values.id || bare[0])),
  tweet: ({ content, bare }) => alone(content || bare[0]),
  video: ({ values, bare, content }) =>
    media('video', [values.src, values.mp4, values.webm, values.m4v, values.ogv, bare[0], content ?? '']),
  audio: ({ values, bare, content }) =>
    media('audio', [values.src, values.mp3, values.m4a, values.ogg, values.wav, bare[0], content ?? '']),
};

/** Converts the shortcodes of a text. An unknown shortcode is removed, its content stays, and its name is reported. */
export function readShortcodes(html: string, context: ShortcodeContext): string {
  if (!html.includes('[')) return html;
  const unknown = new Set<string>();
  const read = readPart(html, context, unknown);
  if (unknown.size > 0) {
    const names = [...unknown]
      .slice(0, 20)
      .map((name) => `[${name}]`)
      .join(', ');
    context.notes.add(`Shortcodes that mean nothing here were left out: ${names}${unknown.size > 20 ? ' …' : ''}`);
  }
  return read;
}

function readPart(html: string, context: ShortcodeContext, unknown: Set<string>): string {
  let result = '';
  let done = 0;
  const ends = endsOf(html);
  opening.lastIndex = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const [whole, slash = '', written = '', rest = ''] = match;
    const name = written.toLowerCase();
    // Double brackets show a shortcode instead of using it.
    if (html[match.index - 1] === '[' && html[match.index + whole.length] === ']') {
      result += `${html.slice(done, match.index - 1)}${whole}`;
      done = match.index + whole.length + 1;
      continue;
    }
    const end = slash === '' ? ends(name, match.index + whole.length) : null;
    if (!isShortcode({ name, rest, isEnd: slash !== '', hasEnd: end !== null })) continue;
    result += html.slice(done, match.index);
    done = match.index + whole.length;
    if (slash !== '') continue;
    const reader = CODE.has(name) ? codeOf : Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (!reader) {
      unknown.add(name);
      continue;
    }
    const content = end === null ? null : html.slice(done, end.start);
    result += reader({ name, ...valuesOf(rest), content }, context);
    done = end?.end ?? done;
    opening.lastIndex = done;
  }
  return result + html.slice(done);
}

/**
 * Returns a function that finds the end of a shortcode after a position; positions must be ascending. All ends are
 * found at once.
 */
function endsOf(html: string): (name: string, from: number) => { start: number; end: number } | null {
  const known = new Map<string, { start: number; end: number }[]>();
  for (const { 0: whole, 1: written = '', index } of html.matchAll(/\[\/([a-z][\w-]{0,60})\]/gi)) {
    const name = written.toLowerCase();
    const places = known.get(name) ?? [];
    places.push({ start: index, end: index + whole.length });
    known.set(name, places);
  }
  const next = new Map<string, number>();
  return (name, from) => {
    const places = known.get(name) ?? [];
    let at = next.get(name) ?? 0;
    while (at < places.length && (places[at]?.start ?? 0) < from) at += 1;
    next.set(name, at);
    return places[at] ?? null;
  };
}

interface Seen {
  name: string;
  rest: string;
  isEnd: boolean;
  hasEnd: boolean;
}

/**
 * Whether text in brackets is a shortcode and not just words: it is known, has an end, has values, or has a name that
 * no word has.
 */
function isShortcode({ name, rest, isEnd, hasEnd }: Seen): boolean {
  return (
    isEnd ||
    hasEnd ||
    CODE.has(name) ||
    Object.hasOwn(READERS, name) ||
    /[\w-]\s*=\s*["'\w]/.test(rest) ||
    /\w[_-]\w/.test(name)
  );
}

function valuesOf(rest: string): { values: Record<string, string>; bare: string[] } {
  const values: Record<string, string> = Object.create(null);
  const bare: string[] = [];
  for (const match of rest.matchAll(/(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)) {
    const value = (match[2] ?? match[3] ?? match[4] ?? '').replace(/^=/, '');
    if (match[1] !== undefined) values[match[1].toLowerCase()] = value;
    else if (value !== '/') bare.push(value);
  }
  return { values, bare };
}

function escaped(text: string): string {
  return text
    .replace(/&(?!#?\w{1,10};)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

function figure(content: string, caption: string | undefined): string {
  if (caption !== undefined) return `<figure>${content}<figcaption>${caption}</figcaption></figure>`;
  const picture = /^\s*(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(content)?.[0] ?? '';
  const words = content.slice(picture.length).trim();
  return `<figure>${picture}${words === '' ? '' : `<figcaption>${words}</figcaption>`}</figure>`;
}

function galleryOf({ values }: Shortcode, { index, postId, notes }: ShortcodeContext): string {
  const ids = (values.ids ?? values.include)?.split(',').map((id) => id.trim()) ?? index.attachedTo.get(postId) ?? [];
  const found = ids.slice(0, 500).flatMap((id) => index.attachments.get(id) ?? []);
  if (found.length < ids.length) notes.add('Pictures of a gallery are not named in the export and were left out');
  const pictures = found.map(
    ({ url, alt, caption }) => `<img src="${escaped(url)}" alt="${escaped(alt)}" data-caption="${escaped(caption)}">`,
  );
  return pictures.length === 0 ? '' : `<figure>${pictures.join('')}</figure>`;
}

/** An address on a line of its own, which embeds its target. */
function alone(address: string | undefined): string {
  const plain = (address ?? '').trim();
  return plain === '' ? '' : `\n\n<p>${escaped(plain.replace(/&amp;/g, '&'))}</p>\n\n`;
}

function videoAddress(site: string, given: string | undefined): string {
  const plain = (given ?? '').trim();
  return plain === '' || /^https?:/i.test(plain) ? plain : site + encodeURIComponent(plain);
}

function media(tag: 'video' | 'audio', sources: readonly (string | undefined)[]): string {
  const source = sources.find((each) => each !== undefined && /^(?:https?:)?\//i.test(each.trim()));
  return source === undefined ? '' : `<div><${tag} src="${escaped(source.trim())}"></${tag}></div>`;
}

function codeOf({ name, values, bare, content }: Shortcode): string {
  const said =
    values.language ?? values.lang ?? bare[0] ?? (/^(?:code|sourcecode|highlight|crayon)$/.test(name) ? '' : name);
  const language = /^[\w+#.-]{1,30}$/.test(said) ? ` class="language-${said.toLowerCase()}"` : '';
  // Some versions stored code as HTML, others as it was typed.
  const isEscaped = /&(?:lt|gt|amp|quot|#\d+);/.test(content ?? '') && !/<\w/.test(content ?? '');
  const code = (content ?? '').replace(/^\n+|\s+$/g, '');
  return `<pre><code${language}>${isEscaped ? code : escaped(code)}</code></pre>`;
}
