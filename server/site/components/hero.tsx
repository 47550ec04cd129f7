import type { FormEvent } from 'react';
import type { Category } from '#shared/contract/categories.ts';
import { HEADLINE } from '../page-meta.ts';
import { Mosaic } from './folded-sheet.tsx';

interface HeroProps {
  standfirst: string;
  categories: Category[];
  /** Slug of the chosen category, kept when the button works without JavaScript. */
  chosen: string | null;
}

/** The opening of the front page. */
export function Hero({ standfirst, categories, chosen }: HeroProps) {
  return (
    <section className="border-b border-line">
      <div className="page-width grid items-center gap-x-16 gap-y-9 pt-5 pb-10 md:grid-cols-[1fr_minmax(0,21.5rem)] md:py-14 lg:gap-x-24">
        <div>
          <h1 className="font-serif text-display font-medium tracking-[-0.025em] text-balance">{HEADLINE}</h1>
          <p className="mt-5 max-w-[44ch] text-lg text-muted lg:text-xl">{standfirst}</p>
          <form action="/#featured-posts" method="get" className="mt-8" onSubmit={scrollToFeatured}>
            {chosen !== null && <input type="hidden" name="category" value={chosen} />}
            <button type="submit" className="button">
              Explore Featured Posts
            </button>
          </form>
        </div>
        <div className="max-md:-order-1">
          <Mosaic colors={categories.slice(0, 9).map((category) => category.color)} />
        </div>
      </div>
    </section>
  );
}

function scrollToFeatured(event: FormEvent): void {
  event.preventDefault();
  const target = document.getElementById('featured-posts') ?? document.getElementById('posts');
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  target?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
  // The focus moves along: else the next Tab would go on from this button, and scroll back.
  target?.querySelector('a')?.focus({ preventScroll: true });
}
