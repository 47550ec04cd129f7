import { DeadEnd } from '../components/dead-end.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { ListOpening, ListOpeningSkeleton } from '../components/list-opening.tsx';
import { LoadError } from '../components/load-error.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { AuthorPicture } from '../components/post-page/author-picture.tsx';
import { fetchPosts } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import { type AuthorData, isMissing, type PageProps } from '../page-data.ts';
import { authorPath } from '../routes.ts';

/** An author: picture, name, bio if there is one, posts. */
export function AuthorScreen({ data }: PageProps<AuthorData>) {
  const controls = usePageControls();
  const { author, posts, slug } = data;
  if (author.state === 'failed') {
    return (
      <div className="page-width py-20">
        <LoadError message={author.message} />
      </div>
    );
  }
  if (isMissing(data))
    return <DeadEnd title="Author not found" text="There is no author at this address." posts={data.instead} />;
  return (
    <>
      {author.state === 'ready' && author.value ? (
        <ListOpening
          title={author.value.name}
          picture={<AuthorPicture author={author.value} className="size-20 text-2xl" />}
          text={author.value.bio}
          count={author.value.postCount}
          feed={authorPath(slug)}
        />
      ) : (
        <ListOpeningSkeleton picture />
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
        fetchMore={(cursor) => fetchPosts(controls, { cursor, author: slug })}
        onMore={(list) => controls.update({ ...data, posts: { state: 'ready', value: list } })}
      />
    </>
  );
}
