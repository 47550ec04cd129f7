/** A social network whose embeds a post may hold. Its hosts are also listed in `server/http/security-headers.ts`. */
export interface EmbedProvider {
  name: string;
  /** The selector of its embeds in a post's HTML. */
  selector: string;
  script: string;
  /** Asks the network's script, once it is loaded, to turn the blockquotes it finds into embeds. */
  process: (root: ParentNode) => void;
}

/** The objects that the networks' scripts put on the window. */
interface NetworkGlobals {
  twttr?: { widgets?: { load?: (root?: ParentNode) => void } };
  instgrm?: { Embeds?: { process?: () => void } };
  tiktokEmbed?: { lib?: { render?: (embeds: Element[]) => void } };
}

const globals = () => globalThis as NetworkGlobals;
const TIKTOK = 'blockquote.tiktok-embed';

/** The networks whose embeds are shown. The sanitizer of `shared/content` lets these blockquotes through. */
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
