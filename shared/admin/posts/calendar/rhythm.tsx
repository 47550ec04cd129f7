import { TriangleAlert } from 'lucide-react';
import type { CategoryRhythm } from '#shared/contract/calendar.ts';
import type { CategoryWithCount } from '#shared/contract/categories.ts';
import { daysBetween, inDays } from './days.ts';

interface RhythmProps {
  rhythm: readonly CategoryRhythm[];
  categories: readonly CategoryWithCount[];
  /** "November 2026": the span in which posts are counted. */
  title: string;
  now: number;
  onCategory: (slug: string) => void;
}

/**
 * The posts of each category in the span, the time since its last post and the time until its next; categories with
 * gaps come first.
 */
export function Rhythm({ rhythm, categories, title, now, onCategory }: RhythmProps) {
  const known = new Map(rhythm.map((each) => [each.categoryId, each]));
  const rows = categories
    .flatMap((category) => {
      const found = known.get(category.id);
      return found ? [{ category, ...found, gap: gapOf(found) }] : [];
    })
    .toSorted((a, b) => Number(a.gap === null) - Number(b.gap === null));
  return (
    <section aria-labelledby="calendar-rhythm" className="xl:col-start-1">
      <h3 id="calendar-rhythm" className="mb-2 font-semibold">
        Categories in {title}
      </h3>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(({ category, live, scheduled, lastAt, nextAt, gap }) => (
          <li key={category.id} className={`${category.color} border-t border-line py-2 text-sm`}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <button
                type="button"
                className="min-h-6 text-start font-semibold text-category underline-offset-2 hover:underline pointer-coarse:min-h-11"
                onClick={() => onCategory(category.slug)}
              >
                {category.name}
              </button>
              {gap === null ? (
                <span className="text-muted">
                  {live} live, {scheduled} to come
                </span>
              ) : (
                <span className="inline-flex items-center gap-1 font-semibold">
                  <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-danger" />
                  {gap}
                </span>
              )}
            </p>
            <p className="text-muted">
              {lastAt === null ? 'No post yet' : `Last ${inDays(daysBetween(now, lastAt))}`}
              {' · '}
              {nextAt === null ? 'nothing planned' : `next ${inDays(daysBetween(now, nextAt))}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns what a category lacks in the span; null when it lacks nothing. */
function gapOf({ live, scheduled, nextAt }: CategoryRhythm): string | null {
  if (live + scheduled === 0) return 'Nothing in it';
  return nextAt === null ? 'Nothing planned' : null;
}
