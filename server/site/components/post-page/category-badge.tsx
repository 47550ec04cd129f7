import { Link } from 'react-router-dom';
import type { Category } from '#shared/contract/categories.ts';
import { categoryPath } from '../../routes.ts';
import { CategoryIcon } from '../icon.tsx';

interface CategoryBadgeProps {
  category: Category;
  /** False for a badge that is not a link (the category's own page). */
  link?: boolean;
}

/** A category's icon and name in its colour, as a link to its page. */
export function CategoryBadge({ category, link = true }: CategoryBadgeProps) {
  const content = (
    <>
      <CategoryIcon icon={category.icon} />
      {category.name}
    </>
  );
  const className = `badge ${category.color}`;
  return link ? (
    <Link to={categoryPath(category.slug)} className={className}>
      {content}
    </Link>
  ) : (
    <span className={className}>{content}</span>
  );
}
