import { cleanTitle, type Found, type FoundDraft } from './found-draft.ts';
import { openingTitle } from './labelled-draft.ts';
import { labelNamed } from './labels.ts';
import { type LooseObject, type LooseValue, readLooseJson } from './loose-json.ts';

// A JSON answer begins with JSON, except for a short greeting; brackets further on belong to an article.
const MAX_STARTS = 5;
const MAX_DEPTH = 8;

/** Finds the drafts in a JSON answer, which may have other words around it; null when there are none. */
export function jsonDrafts(text: string): Found | null {
  let from = 0;
  for (let tries = 0; tries < MAX_STARTS; tries += 1) {
    const start = nextStart(text, from);
    if (start < 0) return null;
    const read = strictJson(text, start) ?? readLooseJson(text, start);
    if (read) {
      const drafts = draftsIn(read.value, 0);
      if (drafts.length > 0) {
        const around = `${text.slice(0, start)}\n${text.slice(read.end)}`;
        const more = jsonLines(text, read.end);
        return more ? { drafts: [...drafts, ...more.drafts], leftover: more.leftover } : { drafts, leftover: around };
      }
    }
    from = read ? Math.max(read.end, start + 1) : start + 1;
  }
  return null;
}

/** Reads one object after the other, as in JSON Lines. */
function jsonLines(text: string, from: number): Found | null {
  const drafts: FoundDraft[] = [];
  let at = from;
  for (;;) {
    const next = /^[\s,;]{0,20}(?=[{[])/.exec(text.slice(at, at + 24));
    const read = next && readLooseJson(text, at + next[0].length);
    const found = read ? draftsIn(read.value, 0) : [];
    if (!read || found.length === 0) break;
    drafts.push(...found);
    at = read.end;
  }
  return drafts.length === 0 ? null : { drafts, leftover: text.slice(at) };
}

function strictJson(text: string, start: number): { value: LooseValue; end: number } | null {
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']') + 1;
  if (end <= start) return null;
  try {
    return { value: JSON.parse(text.slice(start, end)) as LooseValue, end };
  } catch {
    // Not valid JSON: the tolerant reader takes over.
    return null;
  }
}

/**
 * Returns the position of the next bracket at the beginning of a line whose content begins like JSON; -1 when there is
 * none.
 */
function nextStart(text: string, from: number): number {
  const starts = /(?:^|\n)[ \t]{0,40}(?=[[{]\s{0,200}[[{"'“}\]/a-z])/gi;
  starts.lastIndex = from === 0 ? 0 : from - 1;
  for (let tries = 0; tries < 50; tries += 1) {
    const match = starts.exec(text);
    if (!match) return -1;
    const at = match.index + match[0].length;
    // A link or a note in brackets is not an array.
    if (at >= from && /^(\{\s{0,200}["'“/a-z]|\[\s{0,200}[[{"])/i.test(text.slice(at, at + 210))) return at;
  }
  return -1;
}

function draftsIn(value: LooseValue, depth: number): FoundDraft[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => draftsIn(item, depth + 1));
  const draft = draftOf(value);
  if (draft) return [draft];
  return Object.entries(value).flatMap(([key, item]) => keyed(key, draftsIn(item, depth + 1)));
}

/** {"My title": {"content": …}}: the key becomes the title of a draft that has no title. */
function keyed(key: string, drafts: FoundDraft[]): FoundDraft[] {
  const [only] = drafts;
  const isName = labelNamed(key) === null && !/^(blog|post|draft|article)[\s_-]?\d*$/i.test(key);
  return drafts.length === 1 && only?.title === '' && isName ? [{ ...only, title: cleanTitle(key) }] : drafts;
}

function draftOf(value: LooseObject): FoundDraft | null {
  const parts = new Map<string, LooseValue>();
  for (const [key, item] of Object.entries(value)) {
    const name = labelNamed(key) ?? (/sections|paragraphs|outline/i.test(key) ? 'sections' : null);
    if (name !== null && name !== 'other' && !parts.has(name)) parts.set(name, item);
  }
  const title = cleanTitle(plain(parts.get('title')));
  const article = parts.get('content');
  // {"post": {…}}: an object without a title of its own is a container of drafts.
  if (title === '' && typeof article === 'object') return null;
  const sections = sectionsText(parts.get('sections'));
  const content = unescaped([sectionsText(article), sections].filter((text) => text !== '').join('\n\n'));
  if (content.trim() === '') return null;
  const own = openingTitle(content.trim());
  if (title === '' && own === null && !parts.has('slug') && !parts.has('excerpt') && !hasBody(value)) return null;
  const isRepeated = own !== null && (title === '' || own.title.toLowerCase() === title.toLowerCase());
  return {
    title: title === '' ? (own?.title ?? '') : title,
    slug: plain(parts.get('slug')).replace(/^.*\//, ''),
    excerpt: plain(parts.get('excerpt')),
    tags: tagsOf(parts.get('tags')),
    content: isRepeated ? own.rest : content.trim(),
  };
}

/** "content" is the article itself; "text" or "description" may occur in any object. */
function hasBody(value: LooseObject): boolean {
  return Object.keys(value).some((key) => /^(content|body|article|markdown|html|inhalt|contenido)$/i.test(key));
}

function plain(value: LooseValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : '';
}

function tagsOf(value: LooseValue | undefined): string[] {
  if (Array.isArray(value)) return value.map(plain);
  return plain(value).split(/[,;、，]/);
}

/** Returns sections as Markdown: their headings at the second level, their texts as paragraphs. */
function sectionsText(value: LooseValue | undefined, depth = 0): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return '';
  if (Array.isArray(value)) {
    const isList = value.every((item) => typeof item === 'string');
    const texts = value.map((item) => sectionsText(item, depth + 1)).filter((text) => text !== '');
    return texts.join(isList && depth > 1 ? '\n' : '\n\n');
  }
  return Object.entries(value)
    .map(([key, item]) => {
      const text = sectionsText(item, depth + 1);
      if (text === '') return '';
      return typeof item === 'string' && /^(heading|title|header|h2|subtitle)$/i.test(key)
        ? `## ${cleanTitle(text)}`
        : text;
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Restores line breaks that were escaped twice. */
function unescaped(text: string): string {
  if (text.includes('\n') || !text.includes('\\n')) return text;
  return text.replaceAll('\\r', '').replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\t', '\t');
}
