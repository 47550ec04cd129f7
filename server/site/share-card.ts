import type { Category } from '#shared/contract/categories.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { categoryPath, postPath } from './routes.ts';
import type { SiteInfo } from './site-data.ts';

/** What a share card shows. Texts are as they were written; what our faces cannot draw is left out when it is drawn. */
export interface ShareCard {
  /** In large letters. */
  title: string;
  /** Small, above the title. */
  label: string;
  /** Under the title. */
  line: string;
  /** At the foot. */
  siteName: string;
  /** The styling class and the icon of a category; null for the site's own card. */
  category: { color: string; icon: string } | null;
  /** Which of the many folded sheets. */
  seed: number;
}

/** Pixels: what social networks ask for. */
export const SHARE_SIZE = { width: 1200, height: 630 };

/** Counts up when the drawing changes: every card then has a new address and is drawn anew. */
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

/** What tells a card from every other: another as soon as the card shows anything else. 14 hexadecimal digits. */
export function cardKey(card: ShareCard): string {
  return fingerprint(JSON.stringify([DESIGN, card]));
}

/** Where a post's card is. Addresses name what they show, so that it can be kept for ever. */
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
  /** What is known of it where it is stored here. */
  image: object | null;
}

/**
 * Where the share picture of a post comes from: its own picture where it is stored here, another site's where its address
 * says that it is a JPEG or PNG over https, which every network takes, else its card.
 */
export function shareSource({ featuredImage, image }: PictureOfPost): 'own' | 'other' | 'card' {
  if (image !== null) return 'own';
  return /^https:\/\/\S+\.(jpe?g|png)([?#]\S*)?$/i.test(featuredImage ?? '') ? 'other' : 'card';
}
