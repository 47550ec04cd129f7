import { raw } from 'hast-util-raw';
import { toHtml } from 'hast-util-to-html';
import type {} from 'mdast-util-to-hast';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { ID_PREFIX, schema } from '../html/sanitize.ts';

/* For tests only. The pipeline's output is judged with a separate parser (parse5, the algorithm that browsers use),
    not by searching for strings: text that merely looks like an attack is no attack. */

/** An element as parse5 parsed it. */
type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Returns all elements of a piece of HTML, in order. */
export function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const collect = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (!('tagName' in node)) continue;
      found.push(node);
      collect(node.childNodes);
    }
  };
  collect(parseFragment(html).childNodes);
  return found;
}

/** Returns an element's attributes by name. */
export function attributesOf(element: Element): Map<string, string> {
  return new Map(element.attrs.map(({ name, value }) => [name, value]));
}

const elements = new Set(schema.tagNames);
const attributes = new Set(
  (
    'alt aria-describedby aria-label checked cite class colspan data-cards data-conversation data-dnt data-embed-from ' +
    'data-embed-type data-footnote-backref data-footnote-ref data-footnotes data-id data-instgrm-captioned ' +
    'data-instgrm-permalink data-language data-instgrm-version data-lang data-provider data-shape data-small data-theme data-unique-id data-video-id ' +
    'decoding dir disabled height href id loading rel role rowspan scope sizes src srcset start tabindex target title type width'
  ).split(' '),
);
const classes =
  /^(?:align-(?:center|right)|contains-task-list|data-footnote-backref|footnotes|heading-anchor|heading-line|hljs|hljs-[\w-]+|(?:class|function|inherited|constructor|escape|invoke)_{1,2}|instagram-media|language-[\w+#.-]+|post-figure|post-picture|post-picture-wide|sr-only|table-scroll|task-list-item|tiktok-embed|twitter-tweet|video-card)$/;

/** Returns the scheme of an address as a browser sees it, '' for a relative address. */
function schemeOf(address: string): string {
  // An address that cannot be parsed leads nowhere, but its scheme must be harmless all the same.
  if (!URL.canParse(address, 'relative://page/')) return /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase() ?? '';
  const url = new URL(address, 'relative://page/');
  return url.protocol === 'relative:' ? '' : url.protocol;
}

/** Returns every way in which this HTML is not allowed in a post; empty when it is safe. */
export function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  if (reparsed(html) !== html) faults.push('changes when parsed again');
  for (const element of elementsOf(html)) {
    const name = element.tagName;
    if (!elements.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') faults.push(`<${name}>`);
    for (const [attribute, value] of attributesOf(element)) {
      if (!attributes.has(attribute)) faults.push(`${name} ${attribute}`);
      if (attribute === 'class' && !value.split(' ').every((each) => classes.test(each))) faults.push(`class ${value}`);
      if (attribute === 'href' && !['', 'http:', 'https:', 'mailto:', 'tel:'].includes(schemeOf(value)))
        faults.push(value);
      if (attribute === 'src' && !['', 'http:', 'https:'].includes(schemeOf(value))) faults.push(value);
      if (attribute === 'id') {
        if (!value.startsWith(ID_PREFIX)) faults.push(`id ${value}`);
        if (ids.has(value)) faults.push(`twice id ${value}`);
        ids.add(value);
      }
    }
    const own = attributesOf(element);
    if (name === 'a' && own.has('href') && !own.get('href')?.startsWith('#')) {
      if (own.get('target') !== '_blank' || own.get('rel') !== 'noopener') faults.push(`same tab ${own.get('href')}`);
    }
    if (name === 'input' && (own.get('type') !== 'checkbox' || !own.has('disabled'))) faults.push('form control');
  }
  return faults;
}

/** Returns the HTML after parsing, written by our own serialiser: equal when the parser changed nothing. */
function reparsed(html: string): string {
  const read = raw({ type: 'root', children: [{ type: 'raw', value: html }] });
  return toHtml(read, { characterReferences: { useNamedReferences: true } });
}

/** Returns all text of a piece of HTML. */
export function textOf(html: string): string {
  const found: string[] = [];
  const collect = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if ('value' in node && typeof node.value === 'string') found.push(node.value);
      if ('childNodes' in node) collect(node.childNodes);
    }
  };
  collect(parseFragment(html).childNodes);
  return found.join('');
}
