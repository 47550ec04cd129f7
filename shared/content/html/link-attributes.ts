import type { Element, ElementContent, Root } from 'hast';
import { eachElement } from '../walk.ts';
import { ID_PREFIX } from './sanitize.ts';

const linkSchemes = new Set(['http', 'https', 'mailto', 'tel']);
const pictureSchemes = new Set(['http', 'https']);

/**
 * Returns an address as a browser would read it, or null when its scheme is not one of `schemes`. Browsers drop tabs
 * and line ends anywhere and control characters at the ends (WHATWG URL, "basic URL parser"), so `java\tscript:` is a
 * scheme.
 */
function safeAddress(address: string, schemes: ReadonlySet<string>): string | null {
  const read = trimControls(address.replace(/[\t\n\r]/g, ''));
  if (/^[/\\]{2}/.test(read)) return `https://${read.replace(/^[/\\]+/, '')}`;
  const scheme = /^([^/?#:]*):/.exec(read)?.[1];
  if (scheme === undefined) return read === '' ? null : read;
  return schemes.has(scheme.toLowerCase()) ? scheme.toLowerCase() + read.slice(scheme.length) : null;
}

function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1;
  return text.slice(start, end);
}

/** Returns the address of a link, or null when readers must not be led there. */
function safeLink(address: string): string | null {
  return safeAddress(address, linkSchemes);
}

/** Returns the address of a picture, or null: only http(s), a path of ours and a relative address are accepted. */
export function safePicture(address: string): string | null {
  return safeAddress(address, pictureSchemes);
}

/**
 * Makes links open in a new tab, except those to a place in the post; a link without a safe address is replaced by its
 * text. Returns the addresses, each once.
 */
export function setLinks(tree: Root): string[] {
  const links = new Set<string>();
  const change = (children: readonly ElementContent[]): ElementContent[] =>
    children.flatMap((node): ElementContent[] => {
      if (node.type !== 'element') return [node];
      node.children = change(node.children);
      if (node.tagName !== 'a') return [node];
      const href = typeof node.properties.href === 'string' ? safeLink(node.properties.href) : null;
      if (href === null) return node.children;
      const { target: _target, rel: _rel, ...own } = node.properties;
      if (href.startsWith('#')) {
        node.properties = { ...own, href: inPost(href) };
        return [node];
      }
      node.properties = { ...own, href, target: '_blank', rel: ['noopener'] };
      links.add(href);
      return [node];
    });
  tree.children = change(tree.children as ElementContent[]);
  return [...links];
}

function inPost(fragment: string): string {
  const isTop = fragment === '#' || fragment.toLowerCase() === '#top';
  return isTop || fragment.startsWith(`#${ID_PREFIX}`) ? fragment : `#${ID_PREFIX}${fragment.slice(1)}`;
}

/**
 * Points fragments that were written for another generator's ids ("#whats-new" for "What's new?") to the heading with
 * the same letters and digits. It runs after {@link setHeadings}; ids in the tree are still without prefix.
 */
export function matchFragments(tree: Root): void {
  const ids = new Set<string>();
  const bySquashed = new Map<string, string>();
  eachElement(tree, (node) => {
    const { id } = node.properties;
    if (typeof id !== 'string') return;
    ids.add(id);
    if (!bySquashed.has(squash(id))) bySquashed.set(squash(id), id);
  });
  eachElement(tree, (node) => {
    const { href } = node.properties;
    if (node.tagName !== 'a' || typeof href !== 'string' || !href.startsWith(`#${ID_PREFIX}`)) return;
    const id = href.slice(1 + ID_PREFIX.length);
    const match = ids.has(id) ? id : bySquashed.get(squash(id));
    if (match !== undefined) node.properties.href = `#${ID_PREFIX}${match}`;
  });
}

function squash(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Returns the only child of an element besides blanks, or null. */
export function onlyChild(node: Element): ElementContent | null {
  const filled = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  return filled.length === 1 ? (filled[0] ?? null) : null;
}
