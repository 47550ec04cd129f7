import { contentText } from '#shared/content/content-text.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { foreignPost } from '../foreign-post.ts';
import type { SourcePost, UnreadPost } from '../import-source.ts';
import type { GhostAddresses } from './ghost-addresses.ts';
import type { GhostIndex } from './ghost-index.ts';
import { type GhostPost, ghostPost } from './ghost-schema.ts';
import { ghostText } from './ghost-text.ts';

export interface GhostSite {
  index: GhostIndex;
  addresses: GhostAddresses;
  /** The address of a picture or link in the source, with the placeholder for the site resolved. */
  picture(address: string): string;
  link(address: string): string;
}

/**
 * Reads a row of Ghost's posts as a post of the import. A row that cannot be read is reported, and the others are still
 * read.
 */
export async function readGhostPost(row: unknown, number: number, site: GhostSite): Promise<SourcePost | UnreadPost> {
  const read = ghostPost.safeParse(row);
  if (!read.success) {
    const issue = read.error.issues[0];
    return { file: `post ${number}`, fault: new ImportFault(`${issue?.path.join('.')}: ${issue?.message}`) };
  }
  const post = read.data;
  const file = `${isPage(post) ? 'page' : 'post'} ${post.slug || post.id}`;
  try {
    return await postOf(post, file, site);
  } catch (error) {
    if (error instanceof ImportFault) return { file, fault: error };
    throw error;
  }
}

function isPage({ type, page }: GhostPost): boolean {
  return type === 'page' || page;
}

async function postOf(post: GhostPost, file: string, site: GhostSite): Promise<SourcePost> {
  const { index } = site;
  const text = await ghostText(post, site);
  const about = index.postMeta.get(post.id);
  const tags = index.tagsOf(post.id).flatMap((id) => index.tags.get(id) ?? []);
  const shown = tags.filter((tag) => tag.visibility !== 'internal' && !tag.name.startsWith('#'));
  const authorIds = index.authorsOf(post.id);
  const authors = (authorIds.length > 0 ? authorIds : [post.author_id ?? '']).flatMap(
    (id) => index.users.get(id) ?? [],
  );
  const hidden = hiddenBecause(post);
  const image = post.feature_image?.trim() ?? '';
  const caption = about?.feature_image_caption ? contentText(about.feature_image_caption) : '';
  return foreignPost({
    file,
    id: post.id,
    title: post.title === '(Untitled)' ? '' : (post.title ?? ''),
    body: text.markdown,
    original: text.original,
    slug: post.slug ?? '',
    date: post.published_at,
    created: post.created_at,
    updated: post.updated_at,
    excerpt: post.custom_excerpt,
    metaTitle: about?.meta_title ?? post.meta_title,
    metaDescription: about?.meta_description ?? post.meta_description,
    image: image === '' ? null : site.picture(image),
    imageAlt: about?.feature_image_alt,
    authors: authors.map(({ name }) => name),
    tags: shown.map(({ name }) => name),
    category: shown[0]?.name,
    isDraft: hidden !== '' || post.status === 'draft',
    isFeatured: post.featured,
    isPage: isPage(post),
    oldAddresses: post.status === 'published' && hidden === '' ? addressesOf(post, { tags, authors }, site) : [],
    notes: [
      ...(hidden === '' ? [] : [hidden]),
      ...(post.codeinjection_head?.trim() || post.codeinjection_foot?.trim()
        ? ['Code that was injected into its page was left out']
        : []),
      ...(caption === '' ? [] : [`The caption of its picture has no place here: “${caption.slice(0, 200)}”`]),
      ...(tags.length === shown.length
        ? []
        : [`Internal tags were left out: ${namesOf(tags.filter((tag) => !shown.includes(tag)))}`]),
      ...text.notes,
    ],
  });
}

const namesOf = (tags: readonly { name: string }[]) =>
  tags
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 300);

/** The reason why a post that was not public there must not be public here; "" for a public post. */
function hiddenBecause({ status, visibility }: GhostPost): string {
  if (status === 'sent') return 'It was sent by e-mail only and stood on no page: it comes in as a draft';
  if (visibility === null || visibility === 'public') return '';
  const whom =
    visibility === 'members'
      ? 'for members only'
      : visibility === 'paid'
        ? 'for paying members only'
        : 'for some members only';
  return status === 'published' || status === 'scheduled' ? `It was ${whom}: it comes in as a draft` : '';
}

interface Related {
  tags: readonly { slug: string | null }[];
  authors: readonly { slug: string | null }[];
}

function addressesOf(post: GhostPost, { tags, authors }: Related, { addresses }: GhostSite): string[] {
  const slug = post.slug ?? '';
  if (slug === '') return [];
  if (isPage(post)) return [`/${slug}/`];
  return addresses.post({
    slug,
    id: post.id,
    date: post.published_at,
    tags: tags.flatMap((tag) => tag.slug ?? []),
    author: authors[0]?.slug ?? '',
    isFeatured: post.featured,
  });
}
