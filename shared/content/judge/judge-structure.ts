import { videoOf } from '../html/video.ts';
import { readLinkAddress } from '../link-address.ts';
import type { Found, JudgedPost } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/** "[words] (https://…": the blank prevents a link. */
const PARTED = /\][ \t]\((?:https?:|\/)/g;
const UNCLOSED = /\]\((?:https?:|\/)[^\s()]{1,500}$/gm;

/** Finds links that no browser can follow, and text that was meant to be a link. */
export function malformedLinks({ links, blocks }: JudgedText): Found[] {
  const found: Found[] = links.flatMap(({ url, words, place }) => {
    if (readLinkAddress(url).kind === 'usable') return [];
    const named = words.trim() === '' ? 'A link' : `The link “${words.trim().slice(0, 80)}”`;
    const says =
      url === '' ? `${named} has no address.` : `${named} leads to “${url.slice(0, 200)}”, which is no address.`;
    return [{ check: 'malformed-link', says, place }];
  });
  for (const block of blocks) {
    for (const match of [...block.text.matchAll(PARTED), ...block.text.matchAll(UNCLOSED)]) {
      const says = 'This is not read as a link: look at its brackets.';
      found.push({ check: 'malformed-link', says, place: block.placeOf(match.index, match[0].length) });
    }
  }
  return found;
}

/** Finds headings that are more than one level deeper than the previous one. */
export function skippedHeadings({ headings }: JudgedText): Found[] {
  return headings.flatMap(({ depth, place }, index) => {
    // The title of the page is the heading of level 1.
    const before = headings[index - 1]?.depth ?? 1;
    if (depth <= before + 1) return [];
    return [{ check: 'heading-skip', says: `A heading of level ${depth} follows one of level ${before}.`, place }];
  });
}

/** Words that do not describe a picture: "image", "IMG_1234.jpg". */
const SAYS_NOTHING =
  /^(?:image|picture|photo|screenshot|img|alt(?: text)?|untitled|[\w-]{1,80}\.(?:jpe?g|png|gif|webp|avif))$/i;
const IMG = /<img\b[^>]*>/gi;
const ALT = /\salt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^\s"'>])/i;

/** The owner's names of stored pictures, by their file name under /uploads/. */
export type PictureNames = Readonly<Record<string, string>>;

/** Finds pictures without an alternative text, or with a text that describes nothing. */
export function alternativeTexts({ images, html }: JudgedText, names: PictureNames): Found[] {
  const found: Found[] = images.flatMap(({ alt, url, place }) => {
    const words = alt.trim();
    if (words !== '' && !SAYS_NOTHING.test(words)) return [];
    const file = url.split('/').at(-1) ?? url;
    const name = (url.startsWith('/uploads/') && names[file]) || file;
    const says =
      words === '' ? `The picture ${name} has no alternative text.` : `“${words}” does not say what ${name} shows.`;
    return [{ check: 'alternative-text', says, place }];
  });
  for (const { value, place } of html) {
    for (const [tag] of value.matchAll(IMG)) {
      if (!ALT.test(tag)) found.push({ check: 'alternative-text', says: 'A picture has no alternative text.', place });
    }
  }
  return found;
}

/** Finds a post without any picture. */
export function missingPicture({ featuredImage }: JudgedPost, { images, html }: JudgedText): Found[] {
  if (featuredImage !== '' || images.length > 0 || html.some(({ value }) => /<img\b/i.test(value))) return [];
  return [{ check: 'no-picture', says: 'The post has no picture.', place: null }];
}

const FRAME = /<iframe\b[^>]*?\ssrc\s*=\s*["']?([^"'\s>]+)/gi;
/** Sites whose pages people paste so that a post shows them. */
const PLAYERS =
  /^https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|facebook\.com\/(?:watch|[\w.]+\/videos)|spotify\.com|soundcloud\.com|loom\.com|(?:twitter|x)\.com\/\w+\/status|instagram\.com\/(?:p|reel)|tiktok\.com\/@[\w.]+\/video)\b/i;

/** Finds embeds whose address belongs to none of the site's providers: frames, and addresses alone on their line. */
export function strangeEmbeds({ links, html }: JudgedText): Found[] {
  const says = (address: string) =>
    `The site has no player for ${address.slice(0, 200)}: readers see a link, or nothing.`;
  const alone = links.filter(
    ({ url, words, isAlone }) => isAlone && url === words && PLAYERS.test(url) && !videoOf(url),
  );
  return [
    ...alone.map(({ url, place }): Found => ({ check: 'embed', says: says(url), place })),
    ...html.flatMap(({ value, place }) =>
      [...value.matchAll(FRAME)]
        .filter(([, address = '']) => !videoOf(address))
        .map(([, address = '']): Found => ({ check: 'embed', says: says(address), place })),
    ),
  ];
}
