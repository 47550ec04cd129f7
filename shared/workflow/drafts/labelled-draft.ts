import { cleanTitle, type FoundDraft } from './found-draft.ts';
import { type LabelName, labelOf } from './labels.ts';
import { fenceOf, headOf, isBlank, joinLines, type Line, readLines } from './lines.ts';

/**
 * Reads one draft from the lines of its block: first the labels, in any order and formatting, then the article.
 * `heading` is the text of the line that began the block. Lines of the article itself are never read as labels, except
 * the last ones.
 */
export function labelledDraft(heading: string, block: readonly Line[]): FoundDraft {
  const lines = unwrapped(trimmed(block));
  const parts = new Map<LabelName, string>();
  let at = 0;
  let isContent = false;
  while (at < lines.length && !isContent) {
    const text = lines[at]?.text ?? '';
    const label = lines[at]?.isFenced ? null : labelOf(text);
    if (isBlank(text) || isRule(text)) {
      at += 1;
    } else if (label === null || (parts.has(label.name) && label.name !== 'other')) {
      break;
    } else if (label.name === 'content') {
      isContent = true;
      parts.set('content', label.value);
      at += 1;
    } else {
      const value = valueLines(lines, at, label.name);
      parts.set(label.name, [label.value, ...value].filter((line) => line !== '').join('\n'));
      at += 1 + value.length;
    }
  }
  const opening = parts.get('content') ?? '';
  const rest = trimmed([{ text: opening, isFenced: false }, ...lines.slice(at)]);
  const content = joinLines(unwrapped(trimmed(trailingParts(rest, parts))));
  return titled(cleanTitle(parts.get('title') || heading), content, parts);
}

function titled(title: string, content: string, parts: ReadonlyMap<LabelName, string>): FoundDraft {
  const own = openingTitle(content);
  const isRepeated = own !== null && (title === '' || sameWords(own.title, title));
  return {
    title: title === '' ? (own?.title ?? '') : title,
    slug: cleanTitle(parts.get('slug') ?? '').replace(/^.*\//, ''),
    excerpt: cleanTitle(parts.get('excerpt') ?? '').replace(/\s+/g, ' '),
    tags: splitTags(parts.get('tags') ?? ''),
    content: isRepeated ? own.rest : content,
  };
}

/**
 * Returns the heading at the beginning of a text: # to ###, a bold line alone, or an underlined line; null when the
 * text begins otherwise.
 */
export function openingTitle(content: string): { title: string; rest: string } | null {
  const end = content.indexOf('\n');
  const first = end < 0 ? content : content.slice(0, end);
  const rest = end < 0 ? '' : content.slice(end + 1);
  if (first.length > 300) return null;
  const next = headOf(rest.slice(0, 400).split('\n', 1)[0] ?? '');
  if (/^(={3,}|-{3,})\s*$/.test(next) && !isBlank(first)) {
    return { title: cleanTitle(first), rest: rest.slice(next.length).trim() };
  }
  const html = /^<h1\b[^<>]{0,200}>(.{1,280}?)<\/h1>\s*$/i.exec(first);
  if (html) return { title: cleanTitle(html[1] ?? ''), rest: rest.trim() };
  const isTitle = /^#{1,3}\s+\S/.test(first) || /^\*\*[^*]+\*\*$/.test(first.trim());
  return isTitle && rest.trim() !== '' ? { title: cleanTitle(first), rest: rest.trim() } : null;
}

function valueLines(lines: readonly Line[], at: number, name: LabelName): string[] {
  const own = labelOf(lines[at]?.text ?? '')?.value ?? '';
  if (own !== '' && name !== 'excerpt') return [];
  const value: string[] = [];
  for (const { text, isFenced } of lines.slice(at + 1, at + 13)) {
    const isEnd = isFenced || labelOf(text) !== null || isRule(text);
    if (isEnd || (isBlank(text) && (own !== '' || value.some((line) => line !== '')))) break;
    // A heading or a second paragraph belongs to the article.
    if (/^#{1,6}\s/.test(text)) break;
    value.push(text.trim());
    if (name === 'title' || name === 'slug') break;
  }
  return value;
}

/**
 * Reads the labels that some models put after the article; a label that was found before the article is not read again.
 */
function trailingParts(lines: readonly Line[], parts: Map<LabelName, string>): readonly Line[] {
  let end = lines.length;
  const found: [LabelName, string][] = [];
  for (let at = lines.length - 1; at >= 0 && lines.length - at <= 12; at -= 1) {
    const { text, isFenced } = lines[at] ?? { text: '', isFenced: false };
    if (isBlank(text) || isRule(text)) continue;
    const label = isFenced ? null : labelOf(text);
    if (label === null || label.value === '' || label.name === 'title' || label.name === 'content') break;
    if (label.name !== 'other' && parts.has(label.name)) break;
    found.push([label.name, label.value]);
    end = at;
  }
  // A single label at the end of an article without labels above it may be the article's last sentence.
  if (found.length < 2 && parts.size === 0) return lines;
  for (const [name, value] of found) parts.set(name, value);
  return lines.slice(0, end);
}

function splitTags(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:[-*+•]|\d{1,2}[.)])\s+/, ''));
  const flat = lines
    .join(',')
    .slice(0, 2000)
    .replace(/^\[|\]$/g, '');
  const parts = flat.split(/[,;、，]|\s\|\s/);
  return parts.length === 1 && /^\s*#\S/.test(flat) ? flat.split(/\s+(?=#)/) : parts;
}

/** Returns the lines inside the fence when the whole block is one fence. */
function unwrapped(lines: readonly Line[]): readonly Line[] {
  const first = fenceOf(lines[0]?.text ?? '');
  const last = fenceOf(lines.at(-1)?.text ?? '');
  if (!first || lines.length < 2 || !/^(markdown|md|text|txt|html|plaintext)?$/.test(first.info)) return lines;
  if (last?.info !== '' || last.mark[0] !== first.mark[0]) return lines;
  const inside = readLines(joinLines(lines.slice(1, -1)));
  const isOneFence = lines.slice(0, -1).every((line) => line.isFenced) || first.info !== '';
  return isOneFence ? trimmed(inside) : lines;
}

/** Returns lines without the blank lines and dividing rules at both ends. */
function trimmed(lines: readonly Line[]): readonly Line[] {
  const isNothing = (line: Line | undefined) => line !== undefined && (isBlank(line.text) || isRule(line.text));
  let start = 0;
  let end = lines.length;
  while (start < end && isNothing(lines[start])) start += 1;
  while (end > start && isNothing(lines[end - 1])) end -= 1;
  return lines.slice(start, end);
}

function isRule(text: string): boolean {
  return /^\s{0,3}([-*_=–—]\s?){3,40}\s*$/.test(headOf(text));
}

function sameWords(a: string, b: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return plain(a) === plain(b);
}
