/** A social network whose embeds a post may hold. Its hosts also stand in `server/http/security-headers.ts`. */
export interface EmbedProvider {
  name: string;
  /** What its embeds look like in a post's HTML. */
  selector: string;
  script: string;
  /** Asks its script, once loaded, to turn what it finds into embeds. */
  process: (root: ParentNode) => void;
}

/** What the networks' scripts leave on the window. */
interface NetworkGlobals {
  twttr?: { widgets?: { load?: (root?: ParentNode) => void } };
  instgrm?: { Embeds?: { process?: () => void } };
  tiktokEmbed?: { lib?: { render?: (embeds: Element[]) => void } };
}

const globals = () => globalThis as NetworkGlobals;
const TIKTOK = 'blockquote.tiktok-embed';

/** Social-media embeds. The sanitizer of `shared/content` lets these blockquotes through. */
export const embedProviders: readonly EmbedProvider[] = [
  {
    name: 'twitter',
    selector: 'blockquote.twitter-tweet',
    script: 'https://platform.twitter.com/widgets.js',
    process(root) {
      globals().twttr?.widgets?.load?.(root);
    },
  },
  {
    name: 'instagram',
    selector: 'blockquote.instagram-media',
    script: 'https://www.instagram.com/embed.js',
    process() {
      globals().instgrm?.Embeds?.process?.();
    },
  },
  {
    name: 'tiktok',
    selector: TIKTOK,
    script: 'https://www.tiktok.com/embed.js',
    process(root) {
      globals().tiktokEmbed?.lib?.render?.([...root.querySelectorAll(TIKTOK)]);
    },
  },
];
