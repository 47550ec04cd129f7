import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from '#server/repositories/image-addresses.ts';
import { formerNames, postsShowing } from '#server/repositories/image-replacement.ts';
import type { PostChanges } from '#server/repositories/posts/post-writes.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import type { Image } from '#shared/contract/images.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ContentService } from './content.ts';
import type { LongWrites } from './long-writes.ts';

/** The largest number of times that the posts are read again because a post was saved while they were rendered. */
const MOST_TRIES = 5;
const OWN_PICTURE = /\/uploads\/([\w.-]+)/g;

interface ReplacementOptions {
  db: Executor;
  clock: Clock;
  content: Pick<ContentService, 'render'>;
  longWrites: LongWrites;
}

/**
 * Replaces a picture's file by another one that is already stored: posts are rendered first, then everything is written
 * at once.
 */
export function createImageReplacement({ db, clock, content, longWrites }: ReplacementOptions) {
  return async (image: Image, picture: StoredPicture, name: string): Promise<Image> => {
    const url = UPLOADS + picture.filename;
    for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
      const now = clock.now();
      const former = new Set(await formerNames(db, image));
      const posts = [];
      for (const showing of await postsShowing(db, image.filename)) {
        const post = await findById(db, showing.id, { kind: 'all', now });
        if (post) posts.push({ ...showing, changes: await changesOf(post, former, { url, picture }) });
      }
      // Written in the thread, because the search indexes every word of each of the posts.
      const replacement = { filename: image.filename, picture, name, posts, now };
      const replaced = await longWrites.run({ write: 'replaceImage', values: [replacement] });
      if (replaced) return replaced;
    }
    throw new AppError('post_conflict', {
      message: 'Posts that show this picture were saved meanwhile. Nothing was changed; try again.',
    });
  };

  async function changesOf(
    post: Post,
    former: ReadonlySet<string>,
    { url, picture }: { url: string; picture: StoredPicture },
  ): Promise<PostChanges> {
    const changed = (text: string) =>
      text.replace(OWN_PICTURE, (written, filename: string) => (former.has(filename) ? url : written));
    const featuredImage = post.featuredImage === null ? null : changed(post.featuredImage);
    const featured = featuredImage === post.featuredImage ? {} : { featuredImage };
    const markdown = changed(post.content);
    if (markdown === post.content) return featured;
    const { html, text, embeds, htmlVersion } = await content.render(markdown, { [url]: picture });
    return { ...featured, content: markdown, html, text, embeds, htmlVersion };
  }
}
