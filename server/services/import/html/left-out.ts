import type { Element, ElementContent, Root } from 'hast';
import { videoOf } from '#shared/content/html/video.ts';
import { attributeOf, element, findElement, isElement, replaceElements, wordsOf } from './hast.ts';
import type { Notes } from './notes.ts';
import { tweetAddress, tweetBlock } from './social-posts.ts';

/** Elements that no post can contain, with the note about each; "" for elements that nobody will miss. */
const GONE: Record<string, string> = {
  form: 'A form was left out',
  select: 'A form was left out',
  textarea: 'A form was left out',
  button: 'A button was left out',
  script: 'A script was left out',
  svg: 'A drawing (SVG) that stood in the text was left out',
  canvas: 'A drawing made by a script was left out',
  math: 'A formula (MathML) was left out',
  object: 'An embedded object was left out',
  embed: 'An embedded object was left out',
  applet: 'An embedded object was left out',
  map: '',
  style: '',
  noscript: '',
  template: '',
  dialog: '',
  meta: '',
  link: '',
  title: '',
  head: '',
};
/** Scripts that come with embeds which our posts can contain, or that only count readers. */
const KNOWN_SCRIPTS =
  /platform\.(?:twitter|x)\.com|instagram\.com\/embed|tiktok\.com\/embed|connect\.facebook\.net|googletagmanager|google-analytics|medium\.com\/_\/stat/i;

/**
 * Removes elements that Markdown cannot express; video and audio files become links, and video players become their
 * addresses.
 */
export function leaveOut(tree: Root, notes: Notes): void {
  replaceElements(tree, (each) => {
    const { tagName } = each;
    if (tagName === 'iframe' || tagName === 'frame') return readFrame(each, notes);
    if (tagName === 'video' || tagName === 'audio') return readMedia(each, notes);
    if (tagName === 'input') return attributeOf(each, 'type') === 'checkbox' ? null : [];
    const gist = tagName === 'script' ? gistAddress(attributeOf(each, 'src')) : null;
    if (gist !== null) return [element('p', [element('a', [{ type: 'text', value: gist }], { href: gist })])];
    const says = GONE[tagName];
    if (says === undefined) return null;
    const isKnown = tagName === 'script' && KNOWN_SCRIPTS.test(attributeOf(each, 'src') + wordsOf(each));
    if (says !== '' && !isKnown) notes.add(says);
    return [];
  });
}

/** The page of a gist (code that GitHub shows with a script). */
function gistAddress(script: string): string | null {
  const page = /^(?:https?:)?\/\/gist\.github\.com\/([\w-]{1,60}\/[0-9a-f]{5,64})\.js/i.exec(script);
  return page ? `https://gist.github.com/${page[1]}` : null;
}

/** An address alone on its line, which becomes the card of a video. */
export function videoLine(address: string): Element {
  return element('x-raw', [], { value: address });
}

function readFrame(frame: Element, notes: Notes): ElementContent[] {
  const written = attributeOf(frame, 'src') || attributeOf(frame, 'dataSrc') || attributeOf(frame, 'dataLazySrc');
  const video = videoOf(written);
  if (video) return [videoLine(video.href)];
  const tweet = tweetAddress(written);
  if (tweet !== null) return [tweetBlock(tweet)];
  const host = URL.canParse(written, 'https://the.page/') ? new URL(written, 'https://the.page/').hostname : '';
  notes.add(
    host === '' || host === 'the.page' ? 'A frame was left out' : `A frame of ${host.slice(0, 100)} was left out`,
  );
  return [];
}

function readMedia(media: Element, notes: Notes): ElementContent[] {
  const source = findElement(media, ({ tagName }) => tagName === 'source');
  const address = (attributeOf(media, 'src') || (source ? attributeOf(source, 'src') : '')).trim();
  const what = media.tagName === 'video' ? 'film' : 'sound';
  if (!/^(?:https?:)?\/[^\s]+$/i.test(address)) {
    notes.add(`A ${what} was left out`);
    return [];
  }
  notes.add(`A ${what} became a link to its file, which is not brought in`);
  const name = decodedName(address) || address;
  return [element('p', [element('a', [{ type: 'text', value: name }], { href: address })])];
}

function decodedName(address: string): string {
  const last =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The address of a paragraph that contains nothing but one address, as text or as a link to itself; null otherwise. */
export function addressAlone(paragraph: Element): string | null {
  const filled = paragraph.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [only] = filled;
  if (filled.length !== 1 || !only) return null;
  const shown = only.type === 'text' ? only.value.trim() : isElement(only, 'a') ? wordsOf(only) : '';
  if (!/^https?:\/\/[^\s<>"]{4,2000}$/i.test(shown)) return null;
  return only.type === 'text' || attributeOf(only as Element, 'href').trim() === shown ? shown : null;
}
