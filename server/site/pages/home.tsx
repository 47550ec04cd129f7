import { useState } from 'react';
import { CategoryFilter } from '../components/category-filter.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { Hero } from '../components/hero.tsx';
import { FeaturedPosts } from '../components/post-lists/featured-posts.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { fetchPosts } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import type { HomeData, PageProps } from '../page-data.ts';
import { useLocation } from '../router.tsx';
import type { NavigationState } from '../use-scroll.ts';

export function HomeScreen({ data, shell }: PageProps<HomeData>) {
  const controls = usePageControls();
  const isShort = useShortOpening(data);
  // While it is not known whether posts are featured, one set of skeletons stands for whichever list comes first: room
  // kept for featured posts would collapse when there are none.
  const isWaiting = data.featured.state === 'loading' && data.page === 1;
  const featured = <FeaturedPosts key="featured" featured={data.featured} />;
  const latest = (
    <PostSection
      // The key changes once it is known whether anything is featured: a new element does not count as one that has
      // moved.
      key={isWaiting ? 'waiting' : 'known'}
      title="Latest Posts"
      kicker={data.category === null}
      priority={data.page > 1 || (data.featured.state === 'ready' && data.featured.value.length === 0)}
      list={isWaiting ? { state: 'loading' } : data.latest}
      empty={
        <EmptyList>
          <p>No posts found.</p>
        </EmptyList>
      }
      fetchMore={(cursor) =>
        fetchPosts(controls, { cursor, featured: false, ...(data.category !== null && { category: data.category }) })
      }
      onMore={(list) => controls.update({ ...data, latest: { state: 'ready', value: list } })}
    />
  );
  return (
    <>
      <Hero
        standfirst={shell.info.tagline}
        categories={shell.categories}
        chosen={data.category}
        isShort={isShort}
        leadsToFeatured={data.category === null || data.featured.state !== 'ready' || data.featured.value.length > 0}
      />
      {shell.categories.length > 0 && (
        <div className="page-width pt-3 md:pt-8">
          <CategoryFilter categories={shell.categories} chosen={data.category} />
        </div>
      )}
      {/* A reader who has turned a page is reading the list, so the list comes first. */}
      {data.page > 1 ? [latest, featured] : [featured, latest]}
    </>
  );
}

/** Whether the opening is only one line. Pressing a chip does not change it: the chips stay under the pointer. */
function useShortOpening({ category, page }: HomeData): boolean {
  const state = useLocation().state as NavigationState | null;
  const wanted = category !== null || page > 1;
  const [isShort, setIsShort] = useState(wanted);
  if (isShort !== wanted && !state?.keepScroll) setIsShort(wanted);
  return isShort;
}
