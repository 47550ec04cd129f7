import { attributeText, escapedText, writtenAddress } from '#shared/content/markdown/markdown-text.ts';
import { resolveTemplateAddresses } from '#shared/content/markdown/template-addresses.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { findPlaces, type Span } from '../markdown-addresses.ts';
import { readableName } from './readable-name.ts';

// A tag cannot contain the beginning of another tag of its kind: with many unclosed tags, each is scanned only as far
// as the next one.
const tag =
  /\{%-?\s*([\w-]+)(?![\w-])((?:(?!\{%)[\s\S]){0,4000}?)-?%\}|\{\{<\s*([\w-]+)(?![\w-])((?:(?!\{\{<)[\s\S]){0,4000}?)\/?>\}\}|\{\{-?((?:(?!\{\{)[\s\S]){0,2000}?)-?\}\}/g;
/** A text that contains none of these needs no parsing. */
const ofOurs = /\{%|\{\{<|\{\{-?\s*(?:page\.)?image\b|(?:link|name)\s*-?\}\}/;
const closing = {
  raw: /\{%-?\s*endraw\s*-?%\}/g,
  comment: /\{%-?\s*endcomment\s*-?%\}/g,
};
const pageImage = /^\s*(?:page\.)?image\s*(?:\|\s*\w+\s*)?$/;
const keyedName = /^\s*["']([\w-]+)["']\s*\|\s*\w*(?:link|name)\s*$/;

/**
 * Replaces the template tags of other site generators (Liquid, Nunjucks, Hugo's shortcodes) in a text by their output,
 * as far as the file determines it: pictures and figures become Markdown, addresses are written out, `raw` parts become
 * the text that they show, comments are removed, and a person's key becomes a name. Other tags stay, and the content
 * pipeline counts and drops them. In code only `raw` is replaced.
 * @param image the address of the post's own picture, which a text may name as `page.image`
 */
export function readTemplateTags(markdown: string, image: string | undefined): string {
  if (!ofOurs.test(markdown)) return resolveTemplateAddresses(markdown);
  const places = findPlaces(markdown);
  const isInCode = createAscendingLookup(places.code);
  const isInHtml = createAscendingLookup(places.html);
  const blockFrom = createBlockReader(markdown);
  let result = '';
  let done = 0;
  tag.lastIndex = 0;
  for (let match = tag.exec(markdown); match; match = tag.exec(markdown)) {
    const isCode = isInCode(match.index);
    const isBlock = match[1] === 'raw' || (match[1] === 'comment' && !isCode);
    const block = isBlock ? blockFrom(match[1] === 'raw' ? 'raw' : 'comment', tag.lastIndex) : null;
    let text: string | null = null;
    let end = tag.lastIndex;
    if (block) {
      text = match[1] === 'comment' ? '' : isCode ? block.inner : block.inner.replace(/[{}]/g, '\\$&');
      end = block.end;
    } else if (!isCode) {
      text = textOfTag(match, isInHtml(match.index), image);
    }
    if (text === null) {
      // Another tag may begin inside this one.
      tag.lastIndex = match.index + 2;
      continue;
    }
    result += markdown.slice(done, match.index) + text;
    done = end;
    tag.lastIndex = end;
  }
  return resolveTemplateAddresses(result + markdown.slice(done));
}

/** Reads to the end of a block, for ascending positions: if a text has no further end, it is searched only once. */
function createBlockReader(markdown: string) {
  const endless = new Set<keyof typeof closing>();
  return (name: keyof typeof closing, from: number): { inner: string; end: number } | null => {
    if (endless.has(name)) return null;
    const pattern = closing[name];
    pattern.lastIndex = from;
    const match = pattern.exec(markdown);
    if (!match) endless.add(name);
    return match && { inner: markdown.slice(from, match.index), end: pattern.lastIndex };
  };
}

function textOfTag(match: RegExpExecArray, isHtml: boolean, image: string | undefined): string | null {
  const values = match[5];
  if (values === undefined) return pictureOf(match[2] ?? match[4] ?? '', isHtml);
  if (pageImage.test(values)) return image ?? null;
  const key = keyedName.exec(values)?.[1];
  return key === undefined ? null : escapedText(readableName(key));
}

const picturePath = /^[^\s"'<>]+\.(?:jpe?g|png|gif|webp|avif|apng|svg)$/i;
const argument = /(?:(?<![\w-])([\w-]+)\s*[:=]\s*)?(?:"([^"]*)"|'([^']*)')/g;

/**
 * The picture for a tag that names a picture file: `{% image "path" "alt" %}`, `{% include "x", image: "path", alt: "…"
 * %}`.
 */
function pictureOf(values: string, isHtml: boolean): string | null {
  const named: Record<string, string> = Object.create(null);
  let path: string | null = null;
  let behind = '';
  for (const match of values.matchAll(argument)) {
    const value = match[2] ?? match[3] ?? '';
    const name = match[1]?.toLowerCase();
    if (path === null && picturePath.test(value) && name !== 'url' && name !== 'href' && name !== 'link') {
      path = value;
      behind = values.slice(match.index + match[0].length);
    } else if (name !== undefined) named[name] ??= value;
  }
  if (path === null) return null;
  const alt = named.alt ?? unnamedAlt(behind);
  const caption = named.caption ?? '';
  if (isHtml) return `<img src="${attributeText(path)}" alt="${attributeText(alt)}">`;
  const title = caption === '' ? '' : ` "${attributeText(caption)}"`;
  const picture = `![${escapedText(alt)}](${writtenAddress(path)}${title})`;
  const target = named.url ?? named.href ?? named.link;
  return target === undefined || target === '' ? picture : `[${picture}](${writtenAddress(target)})`;
}

/** Reads `"alt"` or `"class" "alt"`; the text may contain quotation marks itself. */
function unnamedAlt(values: string): string {
  const withClass = /^\s*(["'])[\w\s-]*\1\s+(["'])([\s\S]*)\2\s*$/.exec(values);
  if (withClass) return withClass[3] ?? '';
  return /^\s*(["'])([\s\S]*)\1\s*$/.exec(values)?.[2] ?? '';
}

const namedTag = /\{%-?\s*([\w-]+)|(\{\{[<%])\s*([\w./-]+)/g;
/** The largest number of tag names that are reported for a text. */
const MOST_NAMES = 20;

/** Reports the tags of other site generators (Liquid, Hugo's shortcodes) in a text that have no meaning here. */
export function templateNotes(body: string, image: string | undefined): string[] {
  if (!/\{%|\{\{[<%]/.test(body)) return [];
  const names = new Set(unreadTags(body, image));
  if (names.size === 0) return [];
  const said = [...names].slice(0, MOST_NAMES).join(', ');
  return [`Template tags that mean nothing here are left out: ${said}${names.size > MOST_NAMES ? ' …' : ''}`];
}

function unreadTags(body: string, image: string | undefined): string[] {
  try {
    const read = readTemplateTags(body, image);
    const isInCode = createAscendingLookup(findPlaces(read).code);
    return [...read.matchAll(namedTag)]
      .filter(({ index }) => !isInCode(index) && read[index - 1] !== '\\')
      .map(([, liquid, open, hugo = '']) => {
        if (liquid !== undefined) return `{% ${liquid} %}`;
        return open === '{{<' ? `{{< ${hugo} >}}` : `{{% ${hugo} %}}`;
      })
      .filter((name) => !/[{<%] (?:end|\/)/.test(name));
  } catch (error) {
    // A text that is too complex to parse is reported when the post is written.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/**
 * Returns a function that tells whether a position, in ascending order of the calls, is in one of the spans; both lists
 * are walked through once.
 */
function createAscendingLookup(spans: readonly Span[]): (offset: number) => boolean {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let covered = 0;
  return (offset) => {
    for (let span = inOrder[next]; span !== undefined && span.start <= offset; span = inOrder[++next]) {
      covered = Math.max(covered, span.end);
    }
    return offset < covered;
  };
}
