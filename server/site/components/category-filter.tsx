import { type FormEvent, type SyntheticEvent, useState } from 'react';
import { usePageControls } from '../page-context.ts';
import { useNavigate } from '../router.tsx';
import { categoryPath } from '../routes.ts';
import type { CategoryLook } from '../site-data.ts';
import type { NavigationState } from '../use-scroll.ts';
import { CategoryIcon } from './icon.tsx';

/** The six chips of the home page that are always in sight; the others are behind the toggle. */
const PRIMARY_SLUGS = ['technology', 'lifestyle', 'business', 'health', 'fitness', 'personal-development'];

interface CategoryFilterProps {
  categories: CategoryLook[];
  /** The slug of the chosen category, null for all. */
  chosen: string | null;
}

/** Filters the home lists. It is a GET form of buttons, so that it works without JavaScript as well. */
export function CategoryFilter({ categories, chosen }: CategoryFilterProps) {
  const navigate = useNavigate();
  const isPublished = usePageControls().writer !== '';
  const primary = categories.filter((category) => PRIMARY_SLUGS.includes(category.slug));
  const others = categories.filter((category) => !PRIMARY_SLUGS.includes(category.slug));
  const [isOpen] = useState(() => others.some((category) => category.slug === chosen));

  function choose(event: FormEvent<HTMLFormElement>) {
    // On a published site each category's posts have a separate file.
    if (isPublished) return;
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const slug = submitter instanceof HTMLButtonElement ? submitter.value : '';
    const state: NavigationState = { keepScroll: true };
    navigate(slug ? `/?category=${encodeURIComponent(slug)}` : '/', { state });
  }

  return (
    <form
      action="/"
      method="get"
      onSubmit={choose}
      aria-label="Filter posts by category"
      className="filter-bar category-filter"
    >
      <button type="submit" className="chip" aria-pressed={chosen === null}>
        All Posts
      </button>
      {primary.map((category) => (
        <Chip key={category.id} category={category} isChosen={category.slug === chosen} />
      ))}
      {others.length > 0 && (
        <details className="more-categories" open={isOpen} onToggle={showFollowing}>
          <summary className="chip chip-toggle">
            <span className="when-closed">{`More Categories (${others.length})`}</span>
            <span className="when-open">Show Less Categories</span>
          </summary>
          <div className="more-chips">
            {others.map((category) => (
              <Chip key={category.id} category={category} isChosen={category.slug === chosen} />
            ))}
          </div>
        </details>
      )}
    </form>
  );
}

/** Scrolls the row of chips on a phone on to those that the toggle has just revealed. */
function showFollowing({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.closest('form')?.scrollBy({ left: 160 });
}

function Chip({ category, isChosen }: { category: CategoryLook; isChosen: boolean }) {
  const isPublished = usePageControls().writer !== '';
  return (
    <button
      type="submit"
      {...(isPublished ? { formAction: categoryPath(category.slug) } : { name: 'category', value: category.slug })}
      className={`chip ${category.color}`}
      aria-pressed={isChosen}
    >
      <CategoryIcon icon={category.icon} />
      {category.name}
    </button>
  );
}
