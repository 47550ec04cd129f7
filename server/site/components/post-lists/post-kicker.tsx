import { Link } from '../../router.tsx';
import { categoryPath } from '../../routes.ts';
import type { CategoryLook } from '../../site-data.ts';

/** The category above a headline, in its colour. It lies over the card's own link. */
export function PostKicker({ category }: { category: CategoryLook }) {
  return (
    <Link to={categoryPath(category.slug)} className={`kicker relative z-1 ${category.color}`}>
      {category.name}
    </Link>
  );
}
