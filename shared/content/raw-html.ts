import type { Html, Nodes, Parents, Root } from 'mdast';
import { droppedWithContent, schema } from './sanitize.ts';
import { videoOf } from './video.ts';

/**
 * Raw HTML in Markdown, made plain before a real HTML parser reads it. Every tag is read here once and written anew
 * with quoted attributes, so the parser sees only what this file has seen; elements outside the allow-list, comments,
 * and whatever changes how a parser reads on (scripts, styles, SVG, templates …) are gone by then. Inline elements come
 * out closed within their block: a parser would otherwise reopen each of them in every later block, which lets a few
 * kilobytes grow into millions of elements.
 */

const dropContent = new Set(droppedWithContent);
const kept = new Set([...(schema.tagNames ?? []).filter((name) => name !== 'input'), 'h1']);
const inline = new Set('a abbr b cite code del em i ins kbd mark q s samp small span strong sub sup u var'.split(' '));
const empty = new Set(['br', 'wbr', 'img']);

interface Tag {
  kind: 'open' | 'close';
  name: string;
  source: string;
}
type Token = Tag | { kind: 'text'; source: string };

/** What was thrown away, in elements. */
export interface RawHtmlCount {
  rawHtml: number;
}

/** Rewrites the `html` nodes of the tree in place. */
export function plainRawHtml(tree: Root): RawHtmlCount {
  const count: RawHtmlCount = { rawHtml: 0 };
  plainChildren(tree, count);
  return count;
}

function plainChildren(parent: Parents, count: RawHtmlCount): void {
  for (const child of parent.children) if ('children' in child) plainChildren(child, count);
  const htmlNodes = htmlOf(parent);
  if (htmlNodes.length === 0) return;
  const isInline = parent.type !== 'root' && !['blockquote', 'listItem', 'footnoteDefinition'].includes(parent.type);
  if (!isInline) {
    for (const node of htmlNodes) node.value = write(balance(readTags(node.value, count)));
    return;
  }
  dropBetween(parent, count);
  const rest = htmlOf(parent);
  const tokens = rest.map((node) => readTags(node.value, count));
  const balanced = new Set(balance(tokens.flat()));
  for (const [index, node] of rest.entries()) {
    node.value = write((tokens[index] ?? []).filter((token) => balanced.has(token)));
  }
}

/** `<script>`, text and `</script>` are three inline nodes to Markdown: what stands between goes too. */
function dropBetween(parent: Parents, count: RawHtmlCount): void {
  const result: Nodes[] = [];
  let closing: { index: number; name: string } | null = null;
  const lastClose = new Map<string, number>();
  for (const [index, node] of parent.children.entries()) {
    const tag = tagOf(node);
    if (tag?.[1] === '/') lastClose.set(tag[2]?.toLowerCase() ?? '', index);
  }
  for (const [index, node] of parent.children.entries()) {
    const tag = tagOf(node);
    const name = tag?.[2]?.toLowerCase() ?? '';
    if (closing) {
      if (tag?.[1] === '/' && name === closing.name) closing = null;
      continue;
    }
    if (tag?.[1] === '' && dropContent.has(name) && (lastClose.get(name) ?? -1) > index) {
      closing = { index, name };
      count.rawHtml += 1;
      continue;
    }
    result.push(node);
  }
  parent.children = result as never[];
}

function htmlOf(parent: Parents): Html[] {
  return (parent.children as Nodes[]).filter((node) => node.type === 'html');
}

function tagOf(node: Nodes): RegExpExecArray | null {
  return node.type === 'html' ? /^<(\/?)([a-z]+)/i.exec(node.value) : null;
}

const tagName = /<(\/?)([a-zA-Z][a-zA-Z0-9:-]*)/y;
const space = /[\s/]*/y;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;

/** Reads the tag at `from`, or null when what stands there is text. `end` is the position after its `>`. */
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

function readTags(html: string, count: RawHtmlCount): Token[] {
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
  if (kept.has(name)) return kind === 'close' && empty.has(name) ? [] : [{ kind, name, source }];
  if (kind === 'open') count.rawHtml += 1;
  return [];
}

/** Comments, `<!doctype …>`, `<?…?>`, `<![CDATA[…]]>`: never shown. Unfinished ones reach to the end of their node. */
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

/** Keeps inline elements that are closed within these tokens and hold no block; of the blocks in a link, their content. */
function balance(tokens: readonly Token[]): Token[] {
  const open: { token: Tag; index: number }[] = [];
  const openCount = new Map<string, number>();
  const blocksBefore: number[] = [];
  const dropped = new Set<number>();
  const insideLink: [number, number][] = [];
  let blocks = 0;
  for (const [index, token] of tokens.entries()) {
    blocksBefore.push(blocks);
    if (token.kind === 'text') continue;
    if (!inline.has(token.name)) {
      if (!empty.has(token.name)) blocks += 1;
      continue;
    }
    if (token.kind === 'open') {
      open.push({ token, index });
      openCount.set(token.name, (openCount.get(token.name) ?? 0) + 1);
      continue;
    }
    if ((openCount.get(token.name) ?? 0) === 0) {
      dropped.add(index);
      continue;
    }
    for (let top = open.pop(); top; top = open.pop()) {
      openCount.set(top.token.name, (openCount.get(top.token.name) ?? 1) - 1);
      if (top.token.name !== token.name) {
        dropped.add(top.index);
        continue;
      }
      const holdsBlock = blocks > (blocksBefore[top.index] ?? 0);
      if (holdsBlock && token.name === 'a') insideLink.push([top.index, index]);
      else if (holdsBlock) dropped.add(top.index).add(index);
      break;
    }
  }
  for (const { index } of open) dropped.add(index);
  const linked = coverage(tokens.length, insideLink);
  return tokens.filter((token, index) => {
    if (dropped.has(index)) return false;
    return token.kind === 'text' || inline.has(token.name) || empty.has(token.name) || linked[index] === 0;
  });
}

function coverage(length: number, ranges: readonly [number, number][]): number[] {
  const change = new Array<number>(length + 1).fill(0);
  for (const [from, to] of ranges) {
    change[from] = (change[from] ?? 0) + 1;
    change[to] = (change[to] ?? 0) - 1;
  }
  let depth = 0;
  return change.slice(0, length).map((value) => {
    depth += value;
    return depth;
  });
}

function write(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.source.replace(/</g, '&lt;');
      return token.kind === 'close' ? `</${token.name}>` : `<${token.name}${token.source}>`;
    })
    .join('');
}
