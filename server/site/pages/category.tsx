import type { CategoryWithCount } from '#shared/contract/categories.ts';
import { DeadEnd, PostsInstead } from '../components/dead-end.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { FoldedSheet } from '../components/folded-sheet.tsx';
import { FollowLink } from '../components/follow-link.tsx';
import { CategoryIcon } from '../components/icon.tsx';
import { LoadError } from '../components/load-error.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { Skeleton } from '../components/skeleton-cards.tsx';
import { FollowByEmail } from '../components/subscribe-form.tsx';
import { fetchPosts } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import type { CategoryData, PageProps } from '../page-data.ts';
import { categoryPath } from '../routes.ts';
import type { CategoryLook } from '../site-data.ts';
import { topicChoice } from '../topic-label.ts';

/** A category's page. Its head is shown at once, from the list of categories that every page has; its posts follow. */
export function CategoryScreen({ data, shell }: PageProps<CategoryData>) {
  const controls = usePageControls();
  if (data.category.state === 'failed') {
    return (
      <div className="page-width py-20">
        <LoadError message={data.category.message} />
      </div>
    );
  }
  if (data.category.state === 'ready' && data.category.value === null) {
    return (
      <DeadEnd title="Category not found" text="The category you're looking for doesn't exist." posts={data.instead} />
    );
  }
  const known = data.category.state === 'ready' ? data.category.value : null;
  const category = known ?? shell.categories.find(({ slug }) => slug === data.slug);
  return (
    <>
      <header className={`overflow-hidden border-b border-line bg-category-soft ${category?.color ?? ''}`}>
        <div className="page-width relative py-12 md:pr-80 lg:py-16 lg:pr-104">
          {category && (
            <div className="folded folded-square absolute top-1/2 right-10 aspect-square w-60 -translate-y-1/2 max-md:hidden lg:w-84">
              <FoldedSheet seed={category.id} />
            </div>
          )}
          {category ? (
            <CategoryHead {...{ category, known, shell }} count={countOf(data)} />
          ) : (
            <>
              <h1 className="sr-only">Loading...</h1>
              <Skeleton className="h-12 w-72 max-w-full" />
              <Skeleton className="mt-5 h-4 w-xl max-w-full" />
              <Skeleton className="mt-5 h-3 w-16" />
            </>
          )}
        </div>
      </header>
      <PostSection
        title="All Posts"
        priority
        kicker={false}
        list={data.posts}
        empty={
          <EmptyList>
            <p>No posts found in this category.</p>
          </EmptyList>
        }
        fetchMore={(cursor) => fetchPosts(controls, { cursor, category: data.slug })}
        onMore={(list) => controls.update({ ...data, posts: { state: 'ready', value: list } })}
      />
      <PostsInstead posts={data.instead ?? []} />
    </>
  );
}

interface CategoryHeadProps extends Pick<PageProps<CategoryData>, 'shell'> {
  category: CategoryLook;
  /** The category with its description; null until it has arrived. */
  known: CategoryWithCount | null;
  /** The number of its posts; null until an answer gives it. */
  count: number | null;
}

/** The description of a category, and the ways to follow it. */
function CategoryHead({ category, known, count, shell }: CategoryHeadProps) {
  return (
    <>
      <h1 className="page-title flex flex-wrap items-center gap-x-4 text-category">
        <CategoryIcon icon={category.icon} className="size-[0.9em] shrink-0" />
        {category.name}
      </h1>
      {known ? (
        known.description && <p className="mt-4 max-w-measure text-lg">{known.description}</p>
      ) : (
        // Keeps the room of two lines.
        <div className="mt-4 flex h-14 max-w-measure flex-col justify-around">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      )}
      <p className="mt-4 text-sm text-muted">
        {count === null ? <Skeleton className="inline-block h-3 w-16" /> : `${count} ${count === 1 ? 'post' : 'posts'}`}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <FollowLink path={categoryPath(category.slug)} name={category.name} />
        {shell.info.hasLetters && (
          <FollowByEmail
            id="subscribe-list"
            what={category.name}
            topics={[topicChoice({ kind: 'category', targetId: category.id }, category.name, shell.info.name)]}
          />
        )}
      </div>
    </>
  );
}

/** Returns the number of the category's posts; null until an answer gives it. */
function countOf({ category, posts }: CategoryData): number | null {
  if (posts.state === 'ready') return posts.value.total;
  return category.state === 'ready' && category.value ? category.value.postCount : null;
}
