import { Link } from 'react-router-dom';
import type { Category } from '#shared/contract/categories.ts';
import { categoryPath } from '../../routes.ts';

/** The category above a headline, in its colour. Lies over the card's own link. */
export function PostKicker({ category }: { category: Category }) {
  return (
    <Link to={categoryPath(category.slug)} className={`kicker relative z-1 ${category.color}`}>
      {category.name}
    </Link>
  );
}
