import type { Topic } from '#shared/kernel/topic.ts';
import { DeadEnd } from '../components/dead-end.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { ListOpening, ListOpeningSkeleton } from '../components/list-opening.tsx';
import { LoadError } from '../components/load-error.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { AuthorPicture } from '../components/post-page/author-picture.tsx';
import { fetchPosts } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import { type AuthorData, isMissing, type PageProps, type TagData } from '../page-data.ts';
import { authorPath, tagPath } from '../routes.ts';
import type { SiteInfo } from '../site-data.ts';
import { topicChoice } from '../topic-label.ts';

/** The posts of a tag, or of an author, with the author's picture and, if there is one, biography. */
export function PostsOfScreen({ data, shell }: PageProps<AuthorData | TagData>) {
  const controls = usePageControls();
  const { screen, slug, posts } = data;
  const subject = screen === 'tag' ? data.tag : data.author;
  if (subject.state === 'failed') {
    return (
      <div className="page-width py-20">
        <LoadError message={subject.message} />
      </div>
    );
  }
  if (isMissing(data)) {
    return screen === 'tag' ? (
      <DeadEnd title="Tag not found" text="There are no posts with this tag." posts={data.instead} />
    ) : (
      <DeadEnd title="Author not found" text="There is no author at this address." posts={data.instead} />
    );
  }
  return (
    <>
      <Opening data={data} info={shell.info} />
      <PostSection
        title="All Posts"
        priority
        list={posts}
        empty={
          <EmptyList>
            <p>No posts found.</p>
          </EmptyList>
        }
        fetchMore={(cursor) => fetchPosts(controls, { cursor, [screen]: slug })}
        onMore={(list) => controls.update({ ...data, posts: { state: 'ready', value: list } })}
      />
    </>
  );
}

function Opening({ data, info }: { data: AuthorData | TagData; info: SiteInfo }) {
  const choose = (topic: Topic, name: string) => (info.hasLetters ? topicChoice(topic, name, info.name) : undefined);
  if (data.screen === 'tag') {
    const tag = data.tag.state === 'ready' && data.tag.value;
    if (!tag) return <ListOpeningSkeleton />;
    return (
      <ListOpening
        title={`#${tag.name}`}
        count={tag.postCount}
        feed={tagPath(data.slug)}
        byEmail={choose({ kind: 'tag', targetId: tag.id }, tag.name)}
      />
    );
  }
  const author = data.author.state === 'ready' && data.author.value;
  if (!author) return <ListOpeningSkeleton picture />;
  return (
    <ListOpening
      title={author.name}
      picture={<AuthorPicture author={author} className="size-20 text-2xl" />}
      text={author.bio}
      count={author.postCount}
      feed={authorPath(data.slug)}
      byEmail={choose({ kind: 'author', targetId: author.id }, author.name)}
    />
  );
}
