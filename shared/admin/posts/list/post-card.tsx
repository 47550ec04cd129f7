import {
  Bot,
  ChartSpline,
  Copy,
  EllipsisVertical,
  ExternalLink as ExternalIcon,
  Eye,
  EyeOff,
  Hourglass,
  ImageIcon,
  Pencil,
  Star,
  Trash2,
  Undo2,
} from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { withCommas } from '#shared/kernel/with-commas.ts';
import { Badge, type BadgeTone } from '#shared/ui/badge.tsx';
import { Button, buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { valuesOfPost } from '#shared/workspace/post-values.ts';
import { dateAndTime, shortDate } from '../../dates.ts';
import { usePorts } from '../../ports-context.tsx';
import { statisticsAddress } from '../../statistics/statistics-address.ts';
import { fetchPost } from '../fetch-post.ts';
import { MarkdownHandle } from '../markdown-files/index.ts';
import { pendingText } from '../pending/index.ts';
import { editAddress } from '../post-address.ts';
import { type PostStatus, postStatus } from '../post-status.ts';
import { useNowAround } from '../use-now-around.ts';

const tones: Record<PostStatus, BadgeTone> = { Published: 'good', Draft: 'plain', Scheduled: 'waiting' };

export interface PostCardActions {
  onDelete: (post: PostSummary) => void;
  onUndelete: (post: PostSummary) => void;
  onDuplicate: (post: PostSummary) => void;
  onPublish: (post: PostSummary, published: boolean) => void;
}

interface PostCardProps extends PostCardActions {
  post: PostSummary;
  /** An action that was requested and is not sent yet: the post is shown as the server has it. */
  waiting: string | undefined;
  isSelected: boolean;
  /** With `isRange`, every post from the one chosen before is chosen as well. */
  onToggle: (post: PostSummary, isRange: boolean) => void;
}

/** One post of the list; in the bin it can only be restored. Not drawn anew while the list scrolls. */
export const PostCard = memo(function PostCard({ post, waiting, isSelected, onToggle, ...actions }: PostCardProps) {
  const titleId = useId();
  const status = postStatus(post, useNowAround(post.publishedAt));
  const isDeleted = post.deletedAt !== null;
  return (
    <article
      aria-labelledby={titleId}
      className={classNames(
        '@container flex gap-1 rounded-md border bg-surface py-3 ps-1 pe-3 sm:gap-2 sm:pe-4',
        isSelected ? 'border-accent' : 'border-line',
      )}
    >
      <Checkbox
        aria-label="Select"
        aria-describedby={titleId}
        checked={isSelected}
        onChange={({ nativeEvent }) => onToggle(post, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <PostPicture post={post} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-6 gap-y-2 sm:ps-2 lg:flex-nowrap">
        <div className="min-w-0 flex-1 basis-full lg:basis-auto">
          <h3
            id={titleId}
            className="line-clamp-2 rounded-sm pt-1 font-serif text-xl leading-8 font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus lg:line-clamp-1"
            title={post.title}
          >
            {isDeleted ? (
              post.title
            ) : (
              <Link to={editAddress(post.id)} className="outline-none hover:text-accent">
                {post.title}
              </Link>
            )}
          </h3>
          <p className="truncate text-muted">{post.excerpt}</p>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted wrap-anywhere">
            <Badge tone={isDeleted ? 'plain' : tones[status]}>{status}</Badge>
            {waiting !== undefined && (
              <Badge tone="waiting">
                <Hourglass aria-hidden />
                Not sent yet: {waiting}
              </Badge>
            )}
            {post.pending && (
              <Badge tone={post.pending.problem === null ? 'waiting' : 'danger'}>{pendingText(post.pending)}</Badge>
            )}
            {post.proposed?.state === 'waiting' && (
              <Badge tone="accent">
                <Bot aria-hidden />
                <span className="max-w-48 truncate">Proposed by {post.proposed.name}</span>
              </Badge>
            )}
            {post.featured && (
              <Badge tone="accent">
                <Star aria-hidden />
                Featured
              </Badge>
            )}
            <span className={`${post.category.color} font-semibold text-category`}>{post.category.name}</span>
            <span>{post.author.name}</span>
            <span>{dateLine(post, status)}</span>
            {post.views > 0 && <span>{post.views === 1 ? '1 view' : `${withCommas(post.views)} views`}</span>}
            <Tags names={post.tags} />
          </p>
        </div>
        {isDeleted ? (
          <Button size="sm" aria-describedby={titleId} onClick={() => actions.onUndelete(post)}>
            <Undo2 aria-hidden />
            Restore
          </Button>
        ) : (
          <CardButtons post={post} status={status} titleId={titleId} {...actions} />
        )}
      </div>
    </article>
  );
});

/** The featured picture. A picture of another site is not fetched: it could be a tracker. */
function PostPicture({ post: { featuredImage, image } }: { post: PostSummary }) {
  const [hasFailed, setHasFailed] = useState(false);
  // With very large text the picture is hidden, since words and buttons need the room.
  const box = 'mt-1 me-1.5 size-12 shrink-0 rounded-sm bg-sunken @max-3xs:hidden sm:me-0 sm:h-15 sm:w-20';
  if (hasFailed || !featuredImage?.startsWith('/uploads/')) {
    return (
      // On a phone the room is left to the words.
      <div aria-hidden className={classNames(box, 'place-content-center text-muted max-sm:hidden sm:grid')}>
        {featuredImage && <ImageIcon className="size-5" />}
      </div>
    );
  }
  return (
    <img
      src={featuredImage}
      srcSet={image?.srcset}
      sizes="80px"
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames(box, 'object-cover')}
      onError={() => setHasFailed(true)}
    />
  );
}

/** The number of tags that fit on one line of a card. */
const TAGS_SHOWN = 3;

function Tags({ names }: { names: readonly string[] }) {
  const shown = names.slice(0, TAGS_SHOWN).map((name) => `#${name}`);
  const more = names.length - shown.length;
  if (names.length === 0) return null;
  return (
    <span title={names.join(', ')} className="max-w-80 truncate">
      {shown.join(' ')}
      {more > 0 && ` +${more}`}
    </span>
  );
}

interface CardButtonsProps extends PostCardActions {
  post: PostSummary;
  status: PostStatus;
  titleId: string;
}

function CardButtons({ post, status, titleId, onDelete, onDuplicate, onPublish }: CardButtonsProps) {
  const { api, site, openExternal } = usePorts();
  const navigate = useNavigate();
  const isDraft = status === 'Draft';
  return (
    <div className="flex flex-wrap items-center gap-1.5 pt-1 sm:flex-nowrap">
      <Link to={editAddress(post.id)} aria-describedby={titleId} className={buttonClass('quiet', 'sm')}>
        <Pencil aria-hidden />
        Edit
      </Link>
      <Button size="sm" aria-describedby={titleId} onClick={() => onDelete(post)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <MarkdownHandle load={async () => valuesOfPost(await fetchPost(api, post.id))} describedBy={titleId} />
      <Menu
        trigger={
          <IconButton label="More actions" aria-describedby={titleId} className="size-8">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => openExternal(site.url(`/post/${encodeURIComponent(post.slug)}`))}>
          <ExternalIcon aria-hidden />
          View
        </MenuItem>
        <MenuItem onSelect={() => onDuplicate(post)}>
          <Copy aria-hidden />
          Duplicate
        </MenuItem>
        <MenuItem onSelect={() => onPublish(post, isDraft)}>
          {isDraft ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          {isDraft ? 'Publish' : 'Unpublish'}
        </MenuItem>
        <MenuItem onSelect={() => navigate(statisticsAddress({ kind: 'post', id: post.id }))}>
          <ChartSpline aria-hidden />
          Statistics
        </MenuItem>
      </Menu>
    </div>
  );
}

function dateLine(post: PostSummary, status: PostStatus): string {
  if (post.deletedAt !== null) return `Deleted ${shortDate(post.deletedAt)}`;
  if (status === 'Scheduled' && post.publishedAt) return `Goes live ${dateAndTime(post.publishedAt)}`;
  if (status === 'Published' && post.publishedAt) return shortDate(post.publishedAt);
  return `Edited ${shortDate(post.updatedAt)}`;
}
