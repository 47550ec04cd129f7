import type { Category } from '#shared/contract/categories.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { categoryPath, postPath } from './routes.ts';
import type { SiteInfo } from './site-data.ts';

/**
 * The content of a share card. Texts are as they were written; characters that our typefaces cannot draw are left out
 * when the card is drawn.
 */
export interface ShareCard {
  /** Drawn in large letters. */
  title: string;
  /** Drawn small, above the title. */
  label: string;
  /** Drawn under the title. */
  line: string;
  /** Drawn at the foot. */
  siteName: string;
  /** The styling class and the icon of a category; null for the site's own card. */
  category: { color: string; icon: string } | null;
  /** Selects one of the many folded sheets. */
  seed: number;
}

/** The size in pixels that social networks ask for. */
export const SHARE_SIZE = { width: 1200, height: 630 };

/** Must be raised when the drawing changes: then every card has a new address and is drawn again. */
const DESIGN = 1;

type PostOfCard = Pick<PostSummary, 'id' | 'slug' | 'title'> & { category: Pick<Category, 'name' | 'color' | 'icon'> };
type CategoryOfCard = Pick<Category, 'id' | 'slug' | 'name' | 'description' | 'color' | 'icon'>;

/** A post's card: its title in the colours of its category. */
export function postCard({ id, title, category }: PostOfCard, { name }: Pick<SiteInfo, 'name'>): ShareCard {
  const { color, icon } = category;
  return { title, label: category.name, line: '', siteName: name, category: { color, icon }, seed: id };
}

/** A category's card, for its page. */
export function categoryCard(category: CategoryOfCard, { name }: Pick<SiteInfo, 'name'>): ShareCard {
  const { id, color, icon, description } = category;
  return { title: category.name, label: '', line: description, siteName: name, category: { color, icon }, seed: id };
}

/** The card of every other page: the site's name and what it is about. */
export function siteCard({ name, tagline }: Pick<SiteInfo, 'name' | 'tagline'>): ShareCard {
  return { title: name, label: '', line: tagline, siteName: '', category: null, seed: 0 };
}

/** Returns the key of a card: it changes whenever the content of the card changes. 14 hexadecimal digits. */
export function cardKey(card: ShareCard): string {
  return fingerprint(JSON.stringify([DESIGN, card]));
}

/**
 * Returns the address of a post's card. The address depends on the card's content, so the card can be cached for ever.
 */
export function postCardPath(post: PostOfCard, info: Pick<SiteInfo, 'name'>): string {
  return `/og${postPath(post.slug)}/${cardKey(postCard(post, info))}.png`;
}

export function categoryCardPath(category: CategoryOfCard, info: Pick<SiteInfo, 'name'>): string {
  return `/og${categoryPath(category.slug)}/${cardKey(categoryCard(category, info))}.png`;
}

export function siteCardPath(info: Pick<SiteInfo, 'name' | 'tagline'>): string {
  return `/og/site/${cardKey(siteCard(info))}.png`;
}

interface PictureOfPost {
  featuredImage: string | null;
  /** The stored facts of the picture, when it is stored here. */
  image: object | null;
}

/**
 * Returns the source of a post's share picture: its own picture when it is stored here; another site's picture when its
 * address shows that it is a JPEG or PNG over https, which every network accepts; else the post's card.
 */
export function shareSource({ featuredImage, image }: PictureOfPost): 'own' | 'other' | 'card' {
  if (image !== null) return 'own';
  return /^https:\/\/\S+\.(jpe?g|png)([?#]\S*)?$/i.test(featuredImage ?? '') ? 'other' : 'card';
}
