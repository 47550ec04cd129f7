import { droppedWithContent, schema } from '../html/sanitize.ts';
import { videoOf } from '../html/video.ts';

const dropContent = new Set(droppedWithContent);
const allowed = new Set([...(schema.tagNames ?? []).filter((name) => name !== 'input'), 'h1']);
/** Elements without an end tag. */
export const emptyElements: ReadonlySet<string> = new Set(['br', 'wbr', 'img']);

export interface Tag {
  kind: 'open' | 'close';
  name: string;
  /** The attributes, rewritten: quoted, and without anything that could end a tag. */
  source: string;
}
export type Token = Tag | { kind: 'text'; source: string };

/** The number of elements that were removed. */
export interface RawHtmlCount {
  rawHtml: number;
}

/** Whether an element is dropped together with its content. */
export function isDroppedWithContent(name: string): boolean {
  return dropContent.has(name);
}

const tagName = /<(\/?)([a-zA-Z][a-zA-Z0-9:-]*)/y;
const space = /[\s/]*/y;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;

/** Reads the tag at `from`; returns null when the text there is not a tag. `end` is the position after its `>`. */
function readTag(html: string, from: number): (Tag & { end: number }) | null {
  tagName.lastIndex = from;
  const start = tagName.exec(html);
  if (!start) return null;
  let attributes = '';
  let position = tagName.lastIndex;
  for (;;) {
    space.lastIndex = position;
    space.exec(html);
    position = space.lastIndex;
    if (html[position] === '>') break;
    attribute.lastIndex = position;
    const match = attribute.exec(html);
    if (!match) return null;
    attributes += writeAttribute(match[1] ?? '', match[2] ?? match[3] ?? match[4] ?? '');
    position = attribute.lastIndex;
  }
  const name = (start[2] ?? '').toLowerCase();
  return { kind: start[1] === '/' ? 'close' : 'open', name, source: attributes, end: position + 1 };
}

function writeAttribute(name: string, value: string): string {
  if (!/^[a-zA-Z][\w-]*$/.test(name)) return '';
  return ` ${name.toLowerCase()}="${value.replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}"`;
}

/**
 * Returns the allowed tags of a piece of HTML, and the text between them. Comments, declarations, elements outside the
 * allow-list and the content of scripts and similar elements are left out; `count` counts the elements. The frame of a
 * video becomes a link to the video. Takes time in proportion to the text.
 */
export function readTags(html: string, count: RawHtmlCount): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  let at = html.indexOf('<');
  const keepText = (end: number) => {
    if (end > position) tokens.push({ kind: 'text', source: html.slice(position, end) });
  };
  while (at >= 0) {
    const skipped = skipDeclaration(html, at);
    const tag = skipped > at ? null : readTag(html, at);
    if (skipped > at || tag) {
      keepText(at);
      position = skipped > at ? skipped : (tag?.end ?? at);
    }
    if (tag) {
      tokens.push(...keepTag(tag, count));
      if (tag.kind === 'open' && dropContent.has(tag.name)) position = afterClose(html, tag.name, position);
    }
    at = html.indexOf('<', Math.max(position, at + 1));
  }
  keepText(html.length);
  return tokens;
}

function keepTag(tag: Tag, count: RawHtmlCount): Token[] {
  const { kind, name, source } = tag;
  if (kind === 'open' && name === 'iframe') {
    const video = videoOf(/ src="([^"]*)"/.exec(source)?.[1]?.replaceAll('&amp;', '&') ?? '');
    if (video) {
      return [
        { kind: 'open', name: 'a', source: ` href="${video.href.replaceAll('&', '&amp;')}"` },
        { kind: 'text', source: video.href.replaceAll('&', '&amp;') },
        { kind: 'close', name: 'a', source: '' },
      ];
    }
  }
  if (allowed.has(name)) return kind === 'close' && emptyElements.has(name) ? [] : [{ kind, name, source }];
  if (kind === 'open') count.rawHtml += 1;
  return [];
}

/**
 * Returns the end of a comment, `<!doctype …>`, `<?…?>` or `<![CDATA[…]]>`, which are never shown. An unfinished one
 * reaches to the end of its node.
 */
function skipDeclaration(html: string, at: number): number {
  const [open, close] = html.startsWith('<!--', at)
    ? ['<!--', '-->']
    : html.startsWith('<![CDATA[', at)
      ? ['<![CDATA[', ']]>']
      : html.startsWith('<!', at) || html.startsWith('<?', at)
        ? ['<!', '>']
        : ['', ''];
  if (open === '') return at;
  const end = html.indexOf(close, at + open.length - (close === '-->' ? 2 : 0));
  return end < 0 ? html.length : end + close.length;
}

function afterClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])[^>]*>`, 'gi');
  close.lastIndex = from;
  return name !== 'plaintext' && close.exec(html) ? close.lastIndex : html.length;
}

/** Writes tokens as HTML again. */
export function writeTags(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.source.replace(/</g, '&lt;');
      return token.kind === 'close' ? `</${token.name}>` : `<${token.name}${token.source}>`;
    })
    .join('');
}
