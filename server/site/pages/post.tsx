import { useEffect } from 'react';
import { countView } from '../browser/enhancer/count-view.ts';
import { DeadEnd } from '../components/dead-end.tsx';
import { LoadError } from '../components/load-error.tsx';
import { PostBody } from '../components/post-page/post-body.tsx';
import { PostContents } from '../components/post-page/post-contents.tsx';
import { PostFoot } from '../components/post-page/post-foot.tsx';
import { PostHeader } from '../components/post-page/post-header.tsx';
import { PostPicture } from '../components/post-page/post-picture.tsx';
import { PostSeries } from '../components/post-page/post-series.tsx';
import { PostSkeleton } from '../components/post-page/post-skeleton.tsx';
import { RelatedPosts } from '../components/post-page/related-posts.tsx';
import type { PageProps, PostData, Shell } from '../page-data.ts';
import type { ShownPost } from '../site-data.ts';
import { trustedHtml } from '../trusted-html.ts';
import { isReadingCounted, runsEmbeds } from '../visit.ts';

/** A post's page: loading, failed, not found, or the post. */
export function PostScreen({ data, shell }: PageProps<PostData>) {
  const { post, related, notice } = data;
  if (post.state === 'loading') return <PostSkeleton />;
  if (post.state === 'failed') {
    return (
      <div className="page-width py-24">
        <LoadError message={post.message} />
      </div>
    );
  }
  if (!post.value) {
    return (
      <DeadEnd title="Post not found" text="The blog post you're looking for doesn't exist." posts={data.instead} />
    );
  }
  return (
    <>
      {notice && <div {...trustedHtml(notice)} />}
      <PostArticle
        key={post.value.id}
        post={post.value}
        shell={shell}
        isCounted={isReadingCounted(data, post.value, shell)}
        isLively={runsEmbeds(data, shell)}
      />
      <RelatedPosts related={related} />
    </>
  );
}

interface PostArticleProps {
  post: ShownPost;
  shell: Shell;
  isCounted: boolean;
  isLively: boolean;
}

function PostArticle({ post, shell, isCounted, isLively }: PostArticleProps) {
  const { owner, info } = shell;
  useEffect(() => (isCounted ? countView(`posts/${post.id}`) : undefined), [isCounted, post.id]);

  return (
    <article className={`post ${post.category.color}`}>
      <PostHeader post={post} info={info} owner={owner} />
      <PostPicture post={post} />
      <div className="page-gutter">
        <div className="post-columns">
          {post.series && <PostSeries series={post.series} postId={post.id} />}
          {post.contents && <PostContents contents={post.contents} />}
          <PostBody html={post.html} isLively={isLively} />
        </div>
        <PostFoot post={post} info={info} />
      </div>
    </article>
  );
}
