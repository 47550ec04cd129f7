import { DeadEnd } from '../components/dead-end.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { ListOpening, ListOpeningSkeleton } from '../components/list-opening.tsx';
import { LoadError } from '../components/load-error.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { fetchPosts } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import { isMissing, type PageProps, type TagData } from '../page-data.ts';
import { tagPath } from '../routes.ts';

/** The posts that carry a tag. */
export function TagScreen({ data }: PageProps<TagData>) {
  const controls = usePageControls();
  const { tag, posts, slug } = data;
  if (tag.state === 'failed') {
    return (
      <div className="page-width py-20">
        <LoadError message={tag.message} />
      </div>
    );
  }
  if (isMissing(data))
    return <DeadEnd title="Tag not found" text="There are no posts with this tag." posts={data.instead} />;
  return (
    <>
      {tag.state === 'ready' && tag.value ? (
        <ListOpening title={`#${tag.value.name}`} count={tag.value.postCount} feed={tagPath(slug)} />
      ) : (
        <ListOpeningSkeleton />
      )}
      <PostSection
        title="All Posts"
        priority
        list={posts}
        empty={
          <EmptyList>
            <p>No posts found.</p>
          </EmptyList>
        }
        fetchMore={(cursor) => fetchPosts(controls, { cursor, tag: slug })}
        onMore={(list) => controls.update({ ...data, posts: { state: 'ready', value: list } })}
      />
    </>
  );
}
