import { BookOpen, Pencil } from 'lucide-react';
import { useState } from 'react';
import { countWords } from '#shared/content/read-time.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { RenderedText } from '../../content-editor/index.ts';
import { countText } from '../runs/usage.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import type { DraftCard } from './draft-store.ts';

/** A draft as readers would see it. */
export function ReadDraft({ card: { draft, busy }, titleId }: { card: DraftCard; titleId: string }) {
  const { actions } = useRunStore();
  const [isOpen, setIsOpen] = useState(false);
  const { id, title, excerpt, content, category, tags, featuredImage } = draft;
  const edit = () => {
    setIsOpen(false);
    actions.editDraft(id);
  };
  return (
    <>
      <Button size="sm" aria-describedby={titleId} onClick={() => setIsOpen(true)}>
        <BookOpen aria-hidden />
        Read
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        place="wide"
        title={title}
        footer={
          <Button variant="primary" disabled={busy !== null} onClick={edit}>
            <Pencil aria-hidden />
            Edit Post
          </Button>
        }
      >
        <article className="mx-auto max-w-[41rem] py-2">
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>{category}</span>
            <span>{countText(countWords(content))} words</span>
            {tags.length > 0 && <span className="min-w-0 wrap-anywhere">{tags.join(', ')}</span>}
          </p>
          {excerpt !== '' && <p className="mt-3 text-lg text-muted text-pretty wrap-anywhere">{excerpt}</p>}
          {featuredImage !== undefined && featuredImage !== '' && (
            <img src={featuredImage} alt="" className="mt-4 max-h-96 rounded-md" />
          )}
          <div className="mt-5">
            <RenderedText text={content} />
          </div>
        </article>
      </Dialog>
    </>
  );
}
