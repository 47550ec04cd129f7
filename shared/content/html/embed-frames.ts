import type { Element, ElementContent, Root } from 'hast';
import { plainText } from '../plain-text.ts';
import { eachElement } from '../walk.ts';
import { type Video, videoOf } from './video.ts';

export type EmbedProvider = 'twitter' | 'instagram' | 'tiktok' | 'youtube' | 'vimeo';

const quoted = new Map<unknown, EmbedProvider>([
  ['twitter-tweet', 'twitter'],
  ['instagram-media', 'instagram'],
  ['tiktok-embed', 'tiktok'],
]);

/**
 * Turns the address of a video alone on its line into a card that the site plays on click. A link to a video that is a
 * paragraph by itself becomes a card too: its words are the card's title.
 */
export function setVideoCards(tree: Root): void {
  const change = (children: ElementContent[]): ElementContent[] =>
    children.flatMap((node): ElementContent[] => {
      if (node.type !== 'element') return [node];
      if (node.tagName === 'p')
        return children === tree.children ? (titledCard(node) ?? splitAtVideos(node)) : splitAtVideos(node);
      node.children = change(node.children);
      return [node];
    });
  tree.children = change(tree.children as ElementContent[]);
}

/** Returns the providers whose scripts or players the post needs, each once. */
export function embedsOf(tree: Root): EmbedProvider[] {
  const found = new Set<EmbedProvider>();
  eachElement(tree, (node) => {
    const names = Array.isArray(node.properties.className) ? node.properties.className : [];
    const provider = names.map((name) => quoted.get(name)).find((each) => each !== undefined);
    if (node.tagName === 'blockquote' && provider) found.add(provider);
    const { dataProvider } = node.properties;
    if (dataProvider === 'youtube' || dataProvider === 'vimeo') found.add(dataProvider);
  });
  return [...found];
}

function splitAtVideos(paragraph: Element): ElementContent[] {
  const lines = linesOf(paragraph.children);
  const videos = lines.map(videoAlone);
  if (videos.every((video) => video === null)) return [paragraph];
  const result: ElementContent[] = [];
  let text: ElementContent[] = [];
  const close = () => {
    if (text.length > 0) result.push({ type: 'element', tagName: 'p', properties: {}, children: text });
    text = [];
  };
  for (const [index, line] of lines.entries()) {
    const video = videos[index];
    if (video) {
      close();
      result.push(card(video));
      continue;
    }
    if (text.length > 0) text.push({ type: 'text', value: '\n' });
    text.push(...line);
  }
  close();
  return result;
}

function linesOf(children: readonly ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  for (const node of children) {
    if (node.type === 'element' && node.tagName === 'br') {
      lines.push([]);
      continue;
    }
    if (node.type !== 'text') {
      lines.at(-1)?.push(node);
      continue;
    }
    for (const [index, value] of node.value.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (value !== '') lines.at(-1)?.push({ type: 'text', value });
    }
  }
  return lines;
}

function videoAlone(line: readonly ElementContent[]): Video | null {
  const named = namedVideo(line);
  return named?.name === '' ? named.video : null;
}

function titledCard({ children }: Element): ElementContent[] | null {
  const named = namedVideo(children);
  return named && named.name !== '' ? [card(named.video, named.name)] : null;
}

/** Returns the video of a link that is alone here, and the words of the link; "" where the words are its address. */
function namedVideo(line: readonly ElementContent[]): { video: Video; name: string } | null {
  const filled = line.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  const link = filled[0];
  if (filled.length !== 1 || link?.type !== 'element' || link.tagName !== 'a') return null;
  const video = typeof link.properties.href === 'string' ? videoOf(link.properties.href) : null;
  if (!video) return null;
  const shown = plainText(link);
  const isAddress = videoOf(/^https?:/i.test(shown) ? shown : `https://${shown}`)?.id === video.id;
  const hasWords = link.children.every((child) => child.type === 'text') && shown !== '';
  if (!isAddress && !hasWords) return null;
  return { video, name: isAddress ? '' : shown };
}

function card({ provider, id, href, isTall }: Video, title = ''): Element {
  const name = provider === 'youtube' ? 'YouTube' : 'Vimeo';
  const words: ElementContent[] =
    title === ''
      ? [{ type: 'text', value: `Watch the video on ${name}` }]
      : [
          { type: 'element', tagName: 'strong', properties: {}, children: [{ type: 'text', value: title }] },
          { type: 'text', value: ` Watch on ${name}` },
        ];
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['video-card'], dataProvider: provider, dataId: id, ...(isTall && { dataShape: 'tall' }) },
    children: [
      { type: 'element', tagName: 'a', properties: { href, target: '_blank', rel: ['noopener'] }, children: words },
    ],
  };
}
