import { attributeText, escapedText, writtenAddress } from '#shared/content/markdown/markdown-text.ts';
import { resolveTemplateAddresses } from '#shared/content/markdown/template-addresses.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { findPlaces, type Span } from '../markdown-addresses.ts';
import { readableName } from './readable-name.ts';

// A tag holds no beginning of its own kind: of many that never end each is looked at as far as the next alone.
const tag =
  /\{%-?\s*([\w-]+)(?![\w-])((?:(?!\{%)[\s\S]){0,4000}?)-?%\}|\{\{<\s*([\w-]+)(?![\w-])((?:(?!\{\{<)[\s\S]){0,4000}?)\/?>\}\}|\{\{-?((?:(?!\{\{)[\s\S]){0,2000}?)-?\}\}/g;
/** A text without any of these needs no parsing. */
const ofOurs = /\{%|\{\{<|\{\{-?\s*(?:page\.)?image\b|(?:link|name)\s*-?\}\}/;
const closing = {
  raw: /\{%-?\s*endraw\s*-?%\}/g,
  comment: /\{%-?\s*endcomment\s*-?%\}/g,
};
const pageImage = /^\s*(?:page\.)?image\s*(?:\|\s*\w+\s*)?$/;
const keyedName = /^\s*["']([\w-]+)["']\s*\|\s*\w*(?:link|name)\s*$/;

/**
 * Reads what the template tags of other site generators (Liquid, Nunjucks, Hugo's shortcodes) put into a text, as far
 * as that can be known from the file: pictures and figures become Markdown, addresses are written out, `raw` parts
 * say what they show, comments go, a person's key is a name. Other tags stay, for the content pipeline to count and
 * drop. Code is touched by `raw` alone.
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
      // What begins inside this one may be a tag of its own.
      tag.lastIndex = match.index + 2;
      continue;
    }
    result += markdown.slice(done, match.index) + text;
    done = end;
    tag.lastIndex = end;
  }
  return resolveTemplateAddresses(result + markdown.slice(done));
}

/** Reads to the end of a block, for places that only grow: a text without such an end is searched for it once. */
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

/** A tag that names a picture file shows that picture: `{% image "path" "alt" %}`, `{% include "x", image: "path", alt: "…" %}`. */
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

/** `"alt"` or `"class" "alt"`; the text may hold quotation marks of its own. */
function unnamedAlt(values: string): string {
  const withClass = /^\s*(["'])[\w\s-]*\1\s+(["'])([\s\S]*)\2\s*$/.exec(values);
  if (withClass) return withClass[3] ?? '';
  return /^\s*(["'])([\s\S]*)\1\s*$/.exec(values)?.[2] ?? '';
}

const namedTag = /\{%-?\s*([\w-]+)|(\{\{[<%])\s*([\w./-]+)/g;
/** Names that are told; a text with more of them is told of these. */
const MOST_NAMES = 20;

/** Tells which tags of other site generators (Liquid, Hugo's shortcodes) a text has that mean nothing here. */
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
    // What is too much to parse is told as that when it is written.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Whether places, asked for in their order, lie in one of the spans; both are walked through once. */
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
