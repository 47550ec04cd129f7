import { cleanTitle, type Found, type FoundDraft, MAX_DRAFTS } from './found-draft.ts';
import { labelledDraft, openingTitle } from './labelled-draft.ts';
import { labelNamed } from './labels.ts';
import { headOf, joinLines, type Line, readLines } from './lines.ts';

const wrapper =
  /^\s{0,8}<((?:refined_?|draft_?|final_?)?(?:blog[_-]?post|blogpost|post|article|draft|blog|entry)(?:[_-]?\d{1,3})?)(\s[^<>]{0,300})?>/i;

/**
 * Finds the drafts of an answer in XML-like tags, `<post><title>…</title><content>…</content></post>`; null when there
 * are none.
 */
export function taggedDrafts(lines: readonly Line[]): Found | null {
  const starts = lines.flatMap((line, index) => {
    const match = line.isFenced ? null : wrapper.exec(headOf(line.text));
    return match ? [{ index, tag: match[1] ?? '', attributes: match[2] ?? '', length: match[0].length }] : [];
  });
  if (starts.length === 0) return bareDrafts(lines);
  if (starts.length > MAX_DRAFTS) return null;
  const drafts: FoundDraft[] = [];
  const outside = [joinLines(lines.slice(0, starts[0]?.index))];
  starts.forEach(({ index, tag, attributes, length }, at) => {
    const text = joinLines(lines.slice(index, starts[at + 1]?.index)).slice(length);
    const close = lastIndexOfTag(text, `</${tag}>`);
    const inside = close < 0 ? text : text.slice(0, close);
    if (close >= 0) outside.push(text.slice(close + tag.length + 3));
    if (inside.trim() === '') return;
    const named = /\btitle\s*=\s*["']([^"']{1,280})["']/i.exec(attributes)?.[1] ?? '';
    drafts.push(draftIn(inside, named));
  });
  const whole = drafts.filter((draft) => draft.content !== '');
  return whole.length === 0 ? null : { drafts: whole, leftover: outside.join('\n') };
}

/** Reads tags of parts without a tag around them: each `<title>` begins a draft. */
function bareDrafts(lines: readonly Line[]): Found | null {
  const starts = lines.flatMap((line, index) =>
    !line.isFenced && /^\s{0,8}<title>/i.test(headOf(line.text)) ? [index] : [],
  );
  const hasContent = lines.some((line) => !line.isFenced && /^\s{0,8}<(content|body)>/i.test(headOf(line.text)));
  if (starts.length === 0 || starts.length > MAX_DRAFTS || !hasContent) return null;
  const drafts = starts.map((index, at) => draftIn(joinLines(lines.slice(index, starts[at + 1])), ''));
  const whole = drafts.filter((draft) => draft.content !== '');
  return whole.length === 0 ? null : { drafts: whole, leftover: joinLines(lines.slice(0, starts[0])) };
}

function draftIn(text: string, named: string): FoundDraft {
  const parts = new Map<string, string>();
  for (const [, tag = ''] of text.matchAll(/<([a-z][a-z_-]{1,30})>/gi)) {
    const name = labelNamed(tag);
    if (name === null || name === 'other' || parts.has(name)) continue;
    const value = partOf(text, tag, name === 'content');
    if (value !== null) parts.set(name, value);
    if (parts.size === 5) break;
  }
  const content = parts.get('content');
  if (content === undefined) {
    const rest = withoutParts(text);
    const draft = labelledDraft('', readLines(rest.trim()));
    return { ...draft, title: cleanTitle(decoded(parts.get('title') ?? named)) || draft.title, ...said(parts, draft) };
  }
  const written = content.trim();
  const own = openingTitle(written);
  const title = cleanTitle(decoded(parts.get('title') ?? named));
  const isRepeated = own !== null && (title === '' || own.title === title);
  return {
    title: title || own?.title || '',
    content: isRepeated ? own.rest : written,
    ...said(parts, { slug: '', excerpt: '', tags: [] }),
  };
}

function said(
  parts: ReadonlyMap<string, string>,
  other: Pick<FoundDraft, 'slug' | 'excerpt' | 'tags'>,
): Pick<FoundDraft, 'slug' | 'excerpt' | 'tags'> {
  const tags = parts.get('tags');
  return {
    slug: parts.get('slug')?.trim() ?? other.slug,
    excerpt: decoded(parts.get('excerpt') ?? other.excerpt)
      .replace(/\s+/g, ' ')
      .trim(),
    tags: tags === undefined ? other.tags : decoded(tags.replace(/<\/?[a-z]{1,20}>/gi, ',')).split(/[,;\n]/),
  };
}

/**
 * Returns the text in a tag, up to its first closing tag. With `isLast` (the content), up to its last closing tag, or
 * to the end of a text that is cut off.
 */
function partOf(text: string, tag: string, isLast: boolean): string | null {
  const open = new RegExp(`<${tag}>`, 'i').exec(text);
  if (!open) return null;
  const from = open.index + open[0].length;
  const rest = text.slice(from);
  const close = isLast ? lastIndexOfTag(rest, `</${tag}>`) : rest.search(new RegExp(`</${tag}>`, 'i'));
  if (close < 0 && !isLast) return rest.split('\n', 1)[0] ?? '';
  const value = close < 0 ? rest : rest.slice(0, close);
  return value
    .trim()
    .replace(/^<!\[CDATA\[/, '')
    .replace(/\]\]>$/, '');
}

function withoutParts(text: string): string {
  return text.replace(
    /<(title|slug|excerpt|summary|tags|keywords|meta_description|description)>[^<]{0,4000}<\/\1>/gi,
    '',
  );
}

function lastIndexOfTag(text: string, tag: string): number {
  const exact = text.lastIndexOf(tag);
  return exact >= 0 ? exact : text.toLowerCase().lastIndexOf(tag.toLowerCase());
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
};

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|apos|nbsp);/g, (entity) => entities[entity] ?? entity);
}
