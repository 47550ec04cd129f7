import { videoOf } from '../html/video.ts';
import { readLinkAddress } from '../link-address.ts';
import type { Found, JudgedPost } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/** "[words] (https://…": a blank keeps it from being a link. */
const PARTED = /\][ \t]\((?:https?:|\/)/g;
const UNCLOSED = /\]\((?:https?:|\/)[^\s()]{1,500}$/gm;

/** Links that no browser can follow, and what was meant to be one. */
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

/** Headings that go more than one level deeper than the one before. */
export function skippedHeadings({ headings }: JudgedText): Found[] {
  return headings.flatMap(({ depth, place }, index) => {
    // The title of the page is the one of level 1.
    const before = headings[index - 1]?.depth ?? 1;
    if (depth <= before + 1) return [];
    return [{ check: 'heading-skip', says: `A heading of level ${depth} follows one of level ${before}.`, place }];
  });
}

/** Words that say nothing of what a picture shows: "image", "IMG_1234.jpg". */
const SAYS_NOTHING =
  /^(?:image|picture|photo|screenshot|img|alt(?: text)?|untitled|[\w-]{1,80}\.(?:jpe?g|png|gif|webp|avif))$/i;
const IMG = /<img\b[^>]*>/gi;
const ALT = /\salt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^\s"'>])/i;

/** What the owner knows stored pictures by, by the name of their file under /uploads/. */
export type PictureNames = Readonly<Record<string, string>>;

/** Pictures without an alternative text, or with one that says nothing. */
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

/** A post without any picture. */
export function missingPicture({ featuredImage }: JudgedPost, { images, html }: JudgedText): Found[] {
  if (featuredImage !== '' || images.length > 0 || html.some(({ value }) => /<img\b/i.test(value))) return [];
  return [{ check: 'no-picture', says: 'The post has no picture.', place: null }];
}

const FRAME = /<iframe\b[^>]*?\ssrc\s*=\s*["']?([^"'\s>]+)/gi;
/** Whose pages are pasted to be shown in a post. */
const PLAYERS =
  /^https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|facebook\.com\/(?:watch|[\w.]+\/videos)|spotify\.com|soundcloud\.com|loom\.com|(?:twitter|x)\.com\/\w+\/status|instagram\.com\/(?:p|reel)|tiktok\.com\/@[\w.]+\/video)\b/i;

/** Embeds whose address no provider of the site's takes: frames, and addresses alone on their line. */
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
