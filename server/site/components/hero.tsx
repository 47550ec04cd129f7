import { type FormEvent, useState } from 'react';
import { HEADLINE } from '../page-meta.ts';
import type { CategoryLook } from '../site-data.ts';
import { Mosaic } from './folded-sheet.tsx';

interface HeroProps {
  standfirst: string;
  categories: CategoryLook[];
  /** The slug of the chosen category, which the button also sends when it works without JavaScript. */
  chosen: string | null;
  /** Whether the opening is only one line: readers who have chosen a category or turned a page know where they are. */
  isShort: boolean;
  /** False in a category in which nothing is featured. */
  leadsToFeatured: boolean;
}

/** The opening of the front page. */
export function Hero({ standfirst, categories, chosen, isShort, leadsToFeatured }: HeroProps) {
  if (isShort) {
    return (
      <section className="border-b border-line">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 py-3 md:py-5">
          <h1 className="page-title [--title-size:var(--text-xl)] md:[--title-size:var(--text-2xl)]">{HEADLINE}</h1>
          <ExploreForm
            chosen={chosen}
            isOffered={leadsToFeatured}
            className="min-h-11 text-accent underline underline-offset-4"
          />
        </div>
      </section>
    );
  }
  return (
    <section className="border-b border-line">
      <div className="page-width grid items-center gap-x-16 gap-y-5 pt-5 pb-6 md:grid-cols-[1fr_min(21.5rem,50vw-12rem)] md:py-14 lg:gap-x-24">
        <div>
          <h1 className="page-title [--title-size:var(--text-display)]">{HEADLINE}</h1>
          <p className="mt-3 max-w-[44ch] text-muted md:mt-5 md:text-lg lg:text-xl">{standfirst}</p>
          <ExploreForm chosen={chosen} isOffered={leadsToFeatured} className="button mt-4 md:mt-8" />
        </div>
        <div className="max-md:-order-1">
          <Mosaic colors={categories.slice(0, 9).map((category) => category.color)} />
        </div>
      </div>
    </section>
  );
}

interface ExploreFormProps {
  chosen: string | null;
  isOffered: boolean;
  className: string;
}

/**
 * The button that leads to the featured posts: a form, so that it works without JavaScript. If it was there at first,
 * its room stays; if it was not, it gets no room later. So the chips below stay under a pointer that presses one after
 * another.
 */
function ExploreForm({ chosen, isOffered, className }: ExploreFormProps) {
  const [hasRoom] = useState(isOffered);
  if (!hasRoom) return null;
  return (
    <form
      action="/#featured-posts"
      method="get"
      onSubmit={scrollToFeatured}
      className={isOffered ? undefined : 'invisible'}
    >
      {chosen !== null && <input type="hidden" name="category" value={chosen} />}
      <button type="submit" className={className}>
        Explore Featured Posts
      </button>
    </form>
  );
}

function scrollToFeatured(event: FormEvent): void {
  event.preventDefault();
  const target = document.getElementById('featured-posts') ?? document.getElementById('posts');
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  target?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
  // The focus moves as well: otherwise the next Tab would continue from this button, and scroll back.
  target?.querySelector('a')?.focus({ preventScroll: true });
}
