import type { Services } from '#server/services/index.ts';
import type { Viewer } from '#server/services/posts/posts.ts';
import type { ListedPost, PostList, PostQuery, ShownPost, SiteData } from '#server/site/site-data.ts';
import type { Requester } from '#server/workers/worker-client.ts';
import type { PostPage, PostSummary } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type DependsOn, type PageTag, tagsOfListed, tagsOfPostPage } from './page-tags.ts';

interface Reading {
  /** The sender of a search. */
  requester?: Requester | undefined;
  /** Called with the tags that each answer depends on. */
  dependsOn?: DependsOn | undefined;
}

/**
 * The reading site's data on the server: the services, from the viewer's point of view. Answers contain only what is
 * shown: they are embedded in the page, whose bytes would otherwise change with data that nobody sees.
 */
export function serverSiteData(
  { posts, categories, tags, authors, search }: Pick<Services, 'posts' | 'categories' | 'tags' | 'authors' | 'search'>,
  viewer: Viewer,
  { requester, dependsOn = () => {} }: Reading = {},
): SiteData {
  const listed = (summary: PostSummary): ListedPost => {
    dependsOn(...tagsOfListed(summary));
    return asListed(summary);
  };
  /** The tag of the list that was requested; an empty list does not tell which list it is. */
  const listOf = async ({ category, tag, author }: PostQuery, [first]: readonly PostSummary[]): Promise<PageTag> => {
    if (category !== undefined) {
      const found = first?.category ?? (await categories.find(category));
      return found ? `category:${found.id}` : 'categories';
    }
    const ofTag = tag === undefined ? null : await tags.find(tag, viewer);
    if (ofTag) return `tag:${ofTag.id}`;
    const ofAuthor = author === undefined ? null : (first?.author ?? (await authors.find(author)));
    return ofAuthor ? `author-posts:${ofAuthor.id}` : 'posts';
  };
  return {
    ...categoryLists(categories, dependsOn),
    async category(slug) {
      const category = await categories.find(slug);
      if (category) dependsOn('categories', `category:${category.id}`);
      return category;
    },
    async tag(slug) {
      const tag = await tags.find(slug, viewer);
      if (tag) dependsOn(`tag:${tag.id}`);
      return tag;
    },
    async author(slug) {
      const author = await authors.find(slug);
      if (author) dependsOn(`author:${author.id}`, `author-posts:${author.id}`);
      return author;
    },
    async archive() {
      dependsOn('posts');
      return posts.archive();
    },
    async posts(query): Promise<PostList> {
      const { items, ...rest } = await posts.list({ ...query, published: true });
      dependsOn(await listOf(query, items));
      return { items: items.map(listed), ...rest };
    },
    async post(slug) {
      const post = await posts.page(slug, viewer);
      if (!post) return null;
      dependsOn(...tagsOfPostPage(post));
      return asShown(post);
    },
    async relatedPosts(id) {
      try {
        const related = await posts.related(id, viewer);
        dependsOn(...related.lists);
        return related.posts.map(listed);
      } catch (error) {
        // The post was unpublished between two queries; its own page will say so.
        if (error instanceof AppError && error.code === 'post_not_found') return [];
        throw error;
      }
    },
    async search(query, { category, ...request }) {
      const { items, ...rest } = await search.search(query, { ...request, category: category ?? undefined }, requester);
      const shown = items.map(({ snippet, markedTitle, meant, ...hit }) => {
        return { ...asListed(hit), snippet, markedTitle, meant };
      });
      return { items: shown, ...rest };
    },
    async authorsNamed(query) {
      const named = await authors.named(query);
      return named.map(({ id, name, slug, avatar }) => ({ id, name, slug, avatar }));
    },
  };
}

/** The data of a post's page, without fields that the page does not show. */
export function asShown(post: PostPage): ShownPost {
  const {
    content: _content,
    version: _version,
    deletedAt: _deletedAt,
    featured: _featured,
    pending: _pending,
    proposed: _proposed,
    provenance: _provenance,
    ...shown
  } = post;
  return shown;
}

/** A post as lists show it. */
export function asListed(post: PostSummary): ListedPost {
  const { id, slug, title, excerpt, featuredImage, image, readTime, publishedAt, category, author } = post;
  const { featuredImageAlt, featuredImageFocus } = post;
  const { description: _description, ...look } = category;
  return {
    ...{ id, slug, title, excerpt, featuredImage, featuredImageAlt, featuredImageFocus, image, readTime, publishedAt },
    category: look,
    author: { name: author.name },
  };
}

function categoryLists(
  categories: Services['categories'],
  dependsOn: DependsOn,
): Pick<SiteData, 'categories' | 'categoriesWithPosts'> {
  return {
    categories() {
      dependsOn('categories');
      return categories.plain();
    },
    categoriesWithPosts() {
      dependsOn('categories');
      return categories.withPosts();
    },
  };
}
