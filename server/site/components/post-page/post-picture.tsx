import { focusClasses } from '../../focus-classes.ts';
import type { ShownPost } from '../../site-data.ts';

/**
 * The featured picture, drawn as early as possible, because a reader waits for it. Its room is reserved: pictures of
 * our own have a known size, others stand in a box of 16 by 9.
 */
export function PostPicture({ post }: { post: ShownPost }) {
  if (!post.featuredImage) return null;
  const { image } = post;
  return (
    <figure className="post-picture-frame">
      {image ? (
        <img
          src={post.featuredImage}
          srcSet={image.srcset}
          sizes="(min-width: 78rem) 73rem, (min-width: 48rem) calc(100vw - 5rem), 100vw"
          width={image.width}
          height={image.height}
          alt={post.featuredImageAlt || post.title}
          loading="eager"
          fetchPriority="high"
          decoding="async"
        />
      ) : (
        <img
          src={post.featuredImage}
          width="1600"
          height="900"
          alt={post.featuredImageAlt || post.title}
          loading="eager"
          fetchPriority="high"
          decoding="async"
          className={`post-picture-remote ${focusClasses(post.featuredImageFocus)}`}
        />
      )}
    </figure>
  );
}
