import { videoOf } from '../html/video.ts';
import type { Found } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

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
