import type { Comment, Element, ElementContent, Root } from 'hast';
import { attributeOf, classesOf, element, findElement, replaceElements, wordsOf } from '../html/hast.ts';
import type { Notes } from '../html/notes.ts';
import { PAYWALL_NOTE } from './ghost-card-html.ts';

const text = (value: string): ElementContent => ({ type: 'text', value });
const withClass = (card: Element, name: string) => findElement(card, (each) => classesOf(each).includes(name));
const childrenOf = (card: Element, name: string): ElementContent[] => withClass(card, name)?.children ?? [];
const words = (card: Element, name: string): string => {
  const found = withClass(card, name);
  return found ? wordsOf(found) : '';
};
const caption = (card: Element) => findElement(card, ({ tagName }) => tagName === 'figcaption');
const withCaption = (card: Element, content: readonly ElementContent[]): ElementContent[] => {
  const said = caption(card);
  return said && wordsOf(said) !== '' ? [element('figure', [...content, said])] : [...content];
};
const linkTo = (href: string, children: ElementContent[]) => element('a', children, { href });
const buttonOf = (card: Element, name: string): ElementContent[] => {
  const button = withClass(card, name);
  if (!button || wordsOf(button) === '') return [];
  return [element('p', [linkTo(attributeOf(button, 'href'), [text(wordsOf(button))])])];
};

/** Cards as Ghost's pages show them, by class, and what replaces them in a post of ours. */
const CARDS: Record<string, (card: Element, notes: Notes) => ElementContent[]> = {
  'kg-bookmark-card': (card) => {
    const href = attributeOf(withClass(card, 'kg-bookmark-container') ?? card, 'href');
    const about = words(card, 'kg-bookmark-description');
    const title = words(card, 'kg-bookmark-title') || href;
    const line = element('p', [linkTo(href, [text(title)]), ...(about === '' ? [] : [text(`: ${about}`)])]);
    return withCaption(card, [line]);
  },
  'kg-callout-card': (card) => {
    const sign = words(card, 'kg-callout-emoji');
    const said = [...(sign === '' ? [] : [text(`${sign} `)]), ...childrenOf(card, 'kg-callout-text')];
    return [element('blockquote', [element('p', said)])];
  },
  'kg-toggle-card': (card) => [
    element('details', [
      element('summary', childrenOf(card, 'kg-toggle-heading-text')),
      ...childrenOf(card, 'kg-toggle-content'),
    ]),
  ],
  'kg-button-card': (card) => buttonOf(card, 'kg-btn'),
  'kg-audio-card': (card) => mediaOf(card, 'audio', words(card, 'kg-audio-title')),
  'kg-video-card': (card) => withCaption(card, mediaOf(card, 'video', '')),
  'kg-file-card': (card, notes) => {
    notes.add('A file to download stays a link, and the file is not brought in');
    const href = attributeOf(withClass(card, 'kg-file-card-container') ?? card, 'href');
    const name = words(card, 'kg-file-card-title') || words(card, 'kg-file-card-filename') || href;
    const about = words(card, 'kg-file-card-caption');
    return [element('p', [linkTo(href, [text(name)]), ...(about === '' ? [] : [text(`: ${about}`)])])];
  },
  'kg-product-card': (card) => {
    const picture = withClass(card, 'kg-product-card-image');
    return [
      ...(picture ? [element('p', [picture])] : []),
      element('h4', childrenOf(card, 'kg-product-card-title')),
      ...childrenOf(card, 'kg-product-card-description'),
      ...buttonOf(card, 'kg-product-card-button'),
    ];
  },
  'kg-header-card': (card) => [
    element('h2', headerWords(card, 'kg-header-card-header', 'kg-header-card-heading')),
    element('p', headerWords(card, 'kg-header-card-subheader', 'kg-header-card-subheading')),
    ...buttonOf(card, 'kg-header-card-button'),
  ],
  'kg-cta-card': (card) => [
    element('blockquote', [
      ...childrenOf(card, 'kg-cta-image-container'),
      ...childrenOf(card, 'kg-cta-text'),
      ...buttonOf(card, 'kg-cta-button'),
    ]),
  ],
  'kg-signup-card': (_, notes) => {
    notes.add('A form to sign up was left out');
    return [];
  },
};

function headerWords(card: Element, ...names: readonly string[]): ElementContent[] {
  return names.map((name) => childrenOf(card, name)).find((children) => children.length > 0) ?? [];
}

function mediaOf(card: Element, tagName: string, title: string): ElementContent[] {
  const media = findElement(card, (each) => each.tagName === tagName);
  if (!media) return [];
  return [...(title === '' ? [] : [element('p', [text(title)])]), { ...media, children: [] }];
}

/** Replaces Ghost's cards by content that a post of ours can have. */
export function readGhostCards(tree: Root, notes: Notes): void {
  if (tree.children.some((child) => child.type === 'comment' && isPaywall(child))) notes.add(PAYWALL_NOTE);
  replaceElements(tree, (each) => {
    if (each.tagName === 'a' && attributeOf(each, 'href').startsWith('#/portal')) {
      notes.add('Links that open the form to sign up became words');
      return each.children;
    }
    const name = classesOf(each).find((one) => Object.hasOwn(CARDS, one));
    return name === undefined ? null : (CARDS[name]?.(each, notes) ?? null);
  });
}

function isPaywall({ value }: Comment): boolean {
  return /^\s*members-only\s*$/.test(value);
}
