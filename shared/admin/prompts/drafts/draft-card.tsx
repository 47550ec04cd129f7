import { EllipsisVertical, History, ImagePlus, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react';
import { memo, useId, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { countWords } from '#shared/content/read-time.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { countText } from '../../cost-text.ts';
import { dateAndTime } from '../../dates.ts';
import { editAddress } from '../../posts/index.ts';
import { judgedText } from '../batches/batch-words.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { type Version, VersionsDialog } from '../versions-dialog.tsx';
import { DraftPicture } from './draft-picture.tsx';
import type { DraftCard as Card } from './draft-store.ts';
import { ReadDraft } from './read-draft.tsx';
import { regeneratePrice } from './regenerate-price.ts';
import { useDraftCategory } from './use-draft-category.ts';

const works: Record<NonNullable<Card['busy']>, string> = {
  regenerating: 'Writing it anew…',
  publishing: 'Publishing…',
  'making-image': 'Making a picture…',
};

interface DraftCardProps {
  card: Card;
  /** The draft's step has since written a newer answer. */
  isOlder: boolean;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
  onDelete: (id: string) => void;
}

/** One draft with its actions. */
export const DraftCard = memo(function DraftCard({ card, isOlder, isChosen, onChoose, onDelete }: DraftCardProps) {
  const { actions } = useRunStore();
  const titleId = useId();
  const { draft, busy } = card;
  const { id, title, excerpt, featuredImage } = draft;
  const isBusy = busy !== null;
  return (
    <article
      aria-labelledby={titleId}
      aria-busy={isBusy}
      className="flex h-full flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <div className="flex gap-2">
        <span className="-ms-2.5 -mt-1.5">
          <Checkbox
            aria-label={`Choose “${title}”`}
            checked={isChosen}
            disabled={isBusy}
            onChange={({ target }) => onChoose(id, target.checked)}
          />
        </span>
        <div className="me-2 min-w-0 flex-1">
          <h5 id={titleId} className="line-clamp-2 font-serif text-lg leading-snug font-medium wrap-anywhere">
            {title}
          </h5>
          <p className="mt-1 line-clamp-3 text-sm wrap-anywhere text-muted">{excerpt}</p>
        </div>
        {featuredImage !== undefined && featuredImage !== '' && (
          <DraftPicture
            key={featuredImage}
            address={featuredImage}
            isBusy={isBusy}
            onRemove={() => actions.setDraftImage(id, '')}
          />
        )}
      </div>
      <DraftFacts card={card} isOlder={isOlder} />
      <DraftButtons card={card} titleId={titleId} onDelete={onDelete} />
    </article>
  );
});

interface DraftButtonsProps extends Pick<DraftCardProps, 'card' | 'onDelete'> {
  /** The id of the element that holds the draft's title. */
  titleId: string;
}

function DraftButtons({ card, titleId, onDelete }: DraftButtonsProps) {
  const { actions } = useRunStore();
  const price = useRegeneratePrice();
  const { draft, busy, postId } = card;
  const { id } = draft;
  const isBusy = busy !== null;
  return (
    <div className="mt-auto flex flex-wrap items-center gap-1.5">
      {postId === null ? (
        <Button
          size="sm"
          variant="primary"
          aria-describedby={titleId}
          disabled={isBusy}
          onClick={() => actions.editDraft(id)}
        >
          <Pencil aria-hidden />
          Edit Post
        </Button>
      ) : (
        <Link to={editAddress(postId)} aria-describedby={titleId} className={buttonClass('quiet', 'sm')}>
          <Pencil aria-hidden />
          Edit Post
        </Link>
      )}
      <ReadDraft card={card} titleId={titleId} />
      <Button size="sm" aria-describedby={titleId} disabled={isBusy} onClick={() => actions.makeDraftImage(id)}>
        <ImagePlus aria-hidden />
        Generate Image
      </Button>
      <Button size="sm" aria-describedby={titleId} disabled={isBusy} onClick={() => onDelete(id)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <DraftVersions card={card} />
      <Menu
        trigger={
          <IconButton size="sm" label="More actions" aria-describedby={titleId} className="size-8">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem disabled={isBusy || postId !== null} onSelect={() => actions.publishDraft(id)}>
          <Send aria-hidden />
          Publish
        </MenuItem>
        <MenuItem disabled={isBusy || postId !== null} onSelect={() => actions.regenerateDraft(id)}>
          <RefreshCw aria-hidden />
          Regenerate{price}
        </MenuItem>
      </Menu>
    </div>
  );
}

function useRegeneratePrice(): string {
  const store = useRunStore();
  const figures = useStore(store, (state) => state.figures);
  const chain = useStore(store, ({ run }) => run.chain);
  return useMemo(() => regeneratePrice(chain, figures), [chain, figures]);
}

/** The earlier texts of the draft, beside its current text. */
function DraftVersions({ card: { draft, earlier, busy, postId } }: { card: Card }) {
  const { actions } = useRunStore();
  const [isOpen, setIsOpen] = useState(false);
  if (earlier.length === 0) return null;
  const version = (of: Card['draft'], id: string, name: string): Version => ({
    ...{ id, name, isCurrent: id === NOW, canBeTaken: id !== NOW && busy === null && postId === null },
    facts: `${countText(countWords(of.content))} words`,
    parts: [
      { label: 'Title', text: `# ${of.title}` },
      { label: 'Excerpt', text: of.excerpt },
      { label: 'Content', text: of.content },
    ],
  });
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <History aria-hidden />
        {earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}
      </Button>
      <VersionsDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Versions of this draft"
        versions={[
          ...earlier.map(({ replacedAt, draft: old }) =>
            version(old, String(replacedAt), `Until ${dateAndTime(new Date(replacedAt).toISOString())}`),
          ),
          version(draft, NOW, 'As it stands'),
        ]}
        takeLabel="Take back"
        onTake={(chosen) => actions.takeEarlierDraft(draft.id, Number(chosen))}
      />
    </>
  );
}

/** The id of the current text among the versions. */
const NOW = 'now';

function DraftFacts({ card, isOlder }: Pick<DraftCardProps, 'card' | 'isOlder'>) {
  const { draft, isRefined, busy, postId, isPublished, judged, isUnjudged, origin } = card;
  const category = useDraftCategory(card);
  const { tags, readTime } = draft;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      {postId !== null && (isPublished ? <Badge tone="good">Published</Badge> : <Badge>Saved as a draft</Badge>)}
      {isOlder && <Badge>Earlier answer, {dateAndTime(new Date(origin.madeAt).toISOString())}</Badge>}
      {isRefined && <Badge>Refined</Badge>}
      {busy && <Badge tone="accent">{works[busy]}</Badge>}
      {judged !== null && postId === null && (
        <Badge tone={judged.red > 0 ? 'danger' : 'plain'}>{judgedText(judged)}</Badge>
      )}
      {isUnjudged && judged === null && <Badge>Not looked at yet</Badge>}
      <span>{category}</span>
      <span>{readTime} min read</span>
      {tags.length > 0 && <span className="min-w-0 truncate">{tags.join(', ')}</span>}
    </p>
  );
}
