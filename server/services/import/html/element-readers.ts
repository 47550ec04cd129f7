import type { Element } from 'hast';
import type { Handle } from 'hast-util-to-mdast';
import { defaultHandlers } from 'hast-util-to-mdast';
import type { Html, Nodes, RootContent } from 'mdast';
import { videoOf } from '#shared/content/html/video.ts';
import { attributeText } from '#shared/content/markdown/markdown-text.ts';
import { attributeOf } from './hast.ts';
import { addressAlone } from './left-out.ts';
import type { Notes } from './notes.ts';
import { isSocialPost, socialPostHtml, tweetAddress, tweetBlock } from './social-posts.ts';

/** The readers of elements that our Markdown expresses in another way than most programs' Markdown does. */
export function createElementReaders(notes: Notes): Record<string, Handle> {
  return {
    p: (state, node) => embedOf(node, notes) ?? read('p', state, node),
    div: (state, node) => embedOf(node, notes) ?? state.toFlow(state.all(node)),
    blockquote: (state, node) => (isSocialPost(node) ? block(socialPostHtml(node)) : read('blockquote', state, node)),
    details: (state, node) => {
      const summary = node.children.find((child) => child.type === 'element' && child.tagName === 'summary');
      const rest = { ...node, children: node.children.filter((child) => child !== summary) };
      const title = summary?.type === 'element' ? state.all(summary) : [];
      return [
        block('<details>'),
        ...(title.length > 0 ? [summaryOf(title)] : []),
        ...state.toFlow(state.all(rest)),
        block('</details>'),
      ];
    },
    'x-raw': (_, node) => block(attributeOf(node, 'value')),
    hr: () => ({ type: 'thematicBreak' }),
    ...Object.fromEntries(['sup', 'sub', 'kbd', 'mark', 'ins', 'u', 'small'].map((name) => [name, asHtml(name)])),
  };
}

function read(name: string, state: Parameters<Handle>[0], node: Element): ReturnType<Handle> {
  return defaultHandlers[name as 'p' | 'blockquote'](state, node);
}

/** HTML as a separate block. */
function block(value: string): Html {
  return { type: 'html', value };
}

function summaryOf(children: Nodes[]): Html {
  const words = children.map(textOf).join('').replace(/\s+/g, ' ').trim();
  return block(`<summary>${attributeText(words.replace(/&/g, '&amp;'))}</summary>`);
}

function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node && node.type !== 'html' ? node.value : '';
}

/** An element that the Markdown of a post may contain as HTML. */
function asHtml(name: string): Handle {
  return (state, node) => {
    const inside = state.all(node) as RootContent[];
    if (inside.length === 0) return [];
    return [inline(`<${name}>`), ...inside, inline(`</${name}>`)];
  };
}

/** Inline HTML; without `hName` it would be taken for a block and break the paragraph. */
function inline(value: string): Html {
  return { type: 'html', value, data: { hName: 'span' } } as Html;
}

/**
 * The address of a video or a post on X, alone in its paragraph, becomes an embed; programs embed most other addresses
 * in the same way, which stay links here.
 */
function embedOf(node: Element, notes: Notes): Html | null {
  const address = addressAlone(node);
  if (address === null) return null;
  const video = videoOf(address);
  if (video) return block(video.href);
  const tweet = tweetAddress(address);
  if (tweet !== null) return block(attributeOf(tweetBlock(tweet), 'value'));
  const isTyped = node.children.every(({ type }) => type === 'text');
  if (isTyped) notes.add('What an address alone on its line embedded is a link to it');
  return block(address);
}
