import { AppError } from '#shared/kernel/errors.ts';
import { pathKey, readSitePath } from '#shared/kernel/site-path.ts';
import { findPlaces, replaceSpans } from '../markdown-addresses.ts';
import type { PostAdminService } from '../posts/posts-admin.ts';
import { type Destinations, withPlace } from './destinations.ts';

interface LeadingOn {
  origin: string;
  destinations: Destinations;
  posts: Pick<PostAdminService, 'get' | 'update'>;
}

/**
 * Replaces the address of a redirected link by its target, wherever a post has that address; every other character
 * stays. Throws AppError `post_not_found`, `post_conflict`, and `not_found` when the post has no such link or the link
 * is no longer redirected.
 */
export async function leadLinkOn(
  { origin, destinations, posts }: LeadingOn,
  { id, address }: { id: number; address: string },
): Promise<{ changed: number; to: string }> {
  const path = readSitePath(address, origin);
  const led = path && (await destinations.ledTo(path, origin));
  if (!path || led === null)
    throw new AppError('not_found', { message: 'This address is not led elsewhere any more.' });
  const to = withPlace(led, path.hash);
  const post = await posts.get(id);
  const isMeant = (url: string) => {
    const other = readSitePath(url, origin);
    return other !== null && pathKey(other) === pathKey(path) && other.hash === path.hash;
  };
  const found = findPlaces(post.content).addresses.filter(({ url }) => isMeant(url));
  if (found.length === 0) throw new AppError('not_found', { message: 'The post has no such link any more.' });
  const edits = found.map(({ start, end }) => ({ start, end, text: asDestination(to) }));
  await posts.update(id, { content: replaceSpans(post.content, edits) }, { version: post.version });
  // Several links may share the address of one definition.
  return { changed: new Set(found.map(({ start }) => start)).size, to };
}

/** An address in a form that is valid both in Markdown's round brackets and in an attribute. */
function asDestination(address: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return address.replace(/[\s<>()"'`\\]/g, escaped);
}
