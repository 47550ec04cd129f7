import { CategoryFilter } from '../components/category-filter.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { Hero } from '../components/hero.tsx';
import { FeaturedPosts } from '../components/post-lists/featured-posts.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { fetchPosts } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import type { HomeData, PageProps } from '../page-data.ts';

export function HomeScreen({ data, shell }: PageProps<HomeData>) {
  const controls = usePageControls();
  return (
    <>
      <Hero standfirst={shell.info.tagline} categories={shell.categories} chosen={data.category} />
      {shell.categories.length > 0 && (
        <div className="page-width pt-8">
          <CategoryFilter categories={shell.categories} chosen={data.category} />
        </div>
      )}
      <FeaturedPosts featured={data.featured} />
      <PostSection
        title="Latest Posts"
        priority={data.featured.state === 'ready' && data.featured.value.length === 0}
        list={data.latest}
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
    </>
  );
}
