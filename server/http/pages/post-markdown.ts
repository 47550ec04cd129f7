import type { Services } from '#server/services/index.ts';
import { postPath } from '#server/site/routes.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import { writeFrontMatter } from '#shared/content/front-matter/write-front-matter.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { acceptsMarkdown } from '../accepts-markdown.ts';
import type { CachedSender } from './cached-sender.ts';
import type { OtherForm } from './page-routes.ts';
import { tagsOfPost } from './page-tags.ts';

const TYPE = 'text/markdown; charset=utf-8';
const ENDING = '.md';

interface PostMarkdownOptions {
  services: Pick<Services, 'posts'>;
  info: () => Promise<SiteInfo>;
  sendCached: CachedSender;
}

/**
 * Live posts as Markdown: at the post's address with `.md` appended, and at the address itself for clients that prefer
 * text/markdown. A former slug leads to the present one; posts that are not live, and a post whose own slug ends in
 * `.md`, are left to the pages.
 */
export function createPostMarkdown({ services, info, sendCached }: PostMarkdownOptions): OtherForm {
  const { posts } = services;
  const findLive = (slug: string) => posts.page(slug, 'reader');

  return async (request, reply, slug) => {
    const send = async ({ slug: live }: Post, key: string) => {
      const { url } = await info();
      reply.header('link', `<${new URL(postPath(live), url).href}>; rel="canonical"`);
      await sendCached(request, reply, key, async (dependsOn) => {
        // Read once more: the cached copy would not be dropped for a write that happened after the first read.
        const post = await findLive(live);
        if (!post) throw new AppError('post_not_found');
        dependsOn('settings', 'categories', ...tagsOfPost(post));
        return { status: 200, type: TYPE, text: postMarkdown(post, url) };
      });
      return true;
    };
    if (acceptsMarkdown(request.headers.accept)) {
      const post = await findLive(slug);
      // Cached under a key that is not an address: at the post's own address the text is open to search engines.
      if (post) return send(post, `${TYPE} ${postPath(slug)}`);
    }
    if (!slug.endsWith(ENDING) || (await findLive(slug))) return false;
    const named = slug.slice(0, -ENDING.length);
    const post = await findLive(named);
    if (post) {
      reply.header('x-robots-tag', 'noindex');
      return send(post, postPath(slug));
    }
    const moved = await posts.movedTo(named);
    if (moved === null) return false;
    reply.redirect(`${postPath(moved)}${ENDING}`, 301);
    return true;
  };
}

/** A post as a Markdown file: its fields as front matter, then its text as it was written. */
function postMarkdown(post: Post, siteUrl: string): string {
  const front = {
    title: post.title,
    subtitle: post.subtitle,
    author: post.author.name,
    date: post.publishedAt,
    category: post.category.name,
    series: post.seriesName,
    seriesNumber: post.seriesNumber || null,
    tags: post.tags.length > 0 ? post.tags : null,
    canonical: `${siteUrl}${postPath(post.slug)}`,
  };
  return `${writeFrontMatter(front)}\n${post.content}\n`;
}
