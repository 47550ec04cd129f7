import type { Definition, Nodes, PhrasingContent } from 'mdast';
import { endOf, startOf } from './image-slots-words.ts';

/** A picture in a text. */
export interface ContentImage {
  readonly url: string;
  readonly alt: string;
  /** Empty where there is none. */
  readonly caption: string;
  /** The address the picture links to; empty where it links to none. */
  readonly link: string;
  /** The range of the picture with its link, in UTF-16 code units of the Markdown. */
  readonly start: number;
  readonly end: number;
  /** The number of words before the picture. */
  readonly words: number;
  /** Whether the picture is alone in a top-level paragraph. */
  readonly isAlone: boolean;
}

/** Returns the pictures of a tree in order. `wordsBefore` returns the number of words before an offset. */
export function imagesOf(tree: Nodes, wordsBefore: (offset: number) => number): ContentImage[] {
  const definitions = definitionsOf(tree);
  const images: ContentImage[] = [];
  const add = (outer: Nodes, image: Picture, link: string, isAlone: boolean) => {
    const [start, end] = [startOf(outer), endOf(outer)];
    images.push({ ...image, link, start, end, words: wordsBefore(start), isAlone });
  };
  const visit = (node: Nodes, depth: number): void => {
    if (!('children' in node)) {
      const image = pictureOf(node, definitions);
      if (image) add(node, image, '', depth === 1 && node.type === 'html');
      return;
    }
    for (const child of node.children) {
      const isOnly = depth === 1 && node.type === 'paragraph' && node.children.length === 1;
      const linked = linkedPicture(child, definitions);
      const plain = pictureOf(child, definitions);
      if (linked) add(child, linked.image, linked.link, isOnly);
      else if (plain) add(child, plain, '', isOnly || (depth === 0 && child.type === 'html'));
      else visit(child, depth + 1);
    }
  };
  visit(tree, 0);
  return images;
}

type Picture = Pick<ContentImage, 'url' | 'alt' | 'caption'>;

function definitionsOf(tree: Nodes): Map<string, Definition> {
  const found = new Map<string, Definition>();
  const visit = (node: Nodes) => {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return found;
}

function pictureOf(node: Nodes, definitions: ReadonlyMap<string, Definition>): Picture | null {
  if (node.type === 'image') return { url: node.url, alt: node.alt ?? '', caption: node.title ?? '' };
  if (node.type === 'imageReference') {
    const definition = definitions.get(node.identifier);
    return { url: definition?.url ?? '', alt: node.alt ?? '', caption: definition?.title ?? '' };
  }
  // Posts that were imported have their pictures as HTML.
  if (node.type !== 'html' || !/^\s*<img\b[^>]*>\s*$/i.test(node.value)) return null;
  return {
    url: attribute(node.value, 'src'),
    alt: attribute(node.value, 'alt'),
    caption: attribute(node.value, 'title'),
  };
}

function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
}

function linkedPicture(node: Nodes, definitions: ReadonlyMap<string, Definition>) {
  if (node.type !== 'link' && node.type !== 'linkReference') return null;
  const children: PhrasingContent[] = node.children;
  const [only] = children;
  const image = children.length === 1 && only ? pictureOf(only, definitions) : null;
  const link = node.type === 'link' ? node.url : (definitions.get(node.identifier)?.url ?? '');
  return image && { image, link };
}
