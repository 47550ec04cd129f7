import { slugify } from '#shared/content/slug.ts';
import { checkedSlug } from '../posts/post-slugs.ts';

/** A file's name or an old address as a slug; scripts without Latin letters keep theirs. Empty when nothing is left. */
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

/** A slug that front matter gives: as it is where it can be a slug of ours, else made one. */
export function slugAsTyped(typed: string): string {
  try {
    return checkedSlug(typed);
  } catch {
    return slugOfName(typed);
  }
}
