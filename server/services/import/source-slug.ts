import { slugify } from '#shared/content/slug.ts';
import { checkedSlug } from '../posts/post-slugs.ts';

/**
 * A file name or an old address as a slug; text in scripts without Latin letters is kept. Empty when nothing is left.
 */
export function slugOfName(name: string): string {
  const plain = name.normalize('NFC').toLowerCase();
  return (
    slugify(plain) ||
    plain
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 200)
  );
}

/** A slug from front matter: unchanged if it is a valid slug of ours, otherwise converted to one. */
export function slugAsTyped(typed: string): string {
  try {
    return checkedSlug(typed);
  } catch {
    return slugOfName(typed);
  }
}
