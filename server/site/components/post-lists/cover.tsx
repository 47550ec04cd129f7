import { focusClasses } from '../../focus-classes.ts';
import type { ListedPost } from '../../site-data.ts';
import { FoldedSheet } from '../folded-sheet.tsx';
import { CategoryIcon } from '../icon.tsx';

interface CoverProps {
  post: Pick<ListedPost, 'id' | 'featuredImage' | 'featuredImageAlt' | 'featuredImageFocus' | 'image' | 'category'>;
  /** The `sizes` attribute: the width at which the picture is drawn. */
  sizes: string;
  /** The width of its box on a wide screen, in CSS pixels. */
  boxWidth: number;
  /** Whether this is the largest picture at the top of a page, which is fetched at once. */
  priority?: boolean;
  className?: string;
}

/** The box's ratio of width to height. */
const SHAPE = 3 / 2;

/**
 * A post's picture, or else the first picture of its text, in a reserved 3:2 box. A post without any picture gets a
 * sheet in its category's tints. A picture that is too small for the box is not enlarged: it stands at its own size on
 * the tint. The picture is decorative unless the owner has written an alternative text: the headline stands beside it.
 */
export function Cover({ post, sizes, boxWidth, priority = false, className = '' }: CoverProps) {
  const { category, featuredImage, image } = post;
  // The smallest of the sources, because few browsers ignore `srcset`.
  const source = featuredImage || image?.srcset.split(' ')[0];
  const isSmall = image !== null && (image.width < boxWidth || image.height < boxWidth / SHAPE);
  const fit = isSmall
    ? 'inset-0 m-auto max-h-full object-contain'
    : `inset-0 size-full object-cover ${focusClasses(post.featuredImageFocus) || 'object-[50%_30%]'}`;
  const drawn = isSmall ? `${image.width}px` : sizes;
  return (
    <div
      className={`relative aspect-3/2 overflow-hidden bg-category-soft ${category.color} ${source ? '' : 'folded'} ${className}`}
    >
      {source ? (
        <img
          className={`absolute ${fit}`}
          src={source}
          srcSet={image?.srcset || undefined}
          // For a lazy picture the browser knows the width when it fetches the file; browsers without `auto` use the
          // rest of the value.
          sizes={image?.srcset ? (priority ? drawn : `auto, ${drawn}`) : undefined}
          width={image?.width ?? 1200}
          height={image?.height ?? 800}
          alt={post.featuredImageAlt ?? ''}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
        />
      ) : (
        <>
          <FoldedSheet seed={post.id} />
          <CategoryIcon
            icon={category.icon}
            className="absolute top-1/2 left-1/2 w-1/6 -translate-x-1/2 -translate-y-1/2 aspect-square text-category [--stroke:1.4]"
          />
        </>
      )}
    </div>
  );
}
