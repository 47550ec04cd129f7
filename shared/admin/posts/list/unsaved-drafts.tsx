import { useDeferredValue, useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { DraftSummary } from '#shared/contract/workspace.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { readValues } from '#shared/workspace/post-draft.ts';
import { timeAgo } from '../../dates.ts';
import { loadDraft } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import { counted, FoldingBox } from '../../folding-box.tsx';
import { usePorts } from '../../ports-context.tsx';
import { MarkdownHandle } from '../markdown-files/index.ts';
import { draftAddress, editAddress } from '../post-address.ts';
import { discardedIn, discardQuestion } from '../post-form/index.ts';
import { ScrolledList } from './scrolled-list.tsx';
import { useFoundDrafts } from './use-found-drafts.ts';
import { useUnsavedDrafts } from './use-unsaved-drafts.ts';

/**
 * The drafts that were typed and not saved, each with a link to its form; nothing when there are none. In the bin
 * (`isBin`), the discarded drafts.
 */
export function UnsavedDrafts({ isBin }: { isBin: boolean }) {
  const { drafts, binned, discard, takeBack } = useUnsavedDrafts();
  const [justDiscarded, setJustDiscarded] = useState(discardedIn(useLocation()));
  const confirm = useConfirm();
  const navigate = useNavigate();
  const toast = useToast();
  const orTell = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    }
  };
  const askAndDiscard = async (draft: DraftSummary) => {
    if (!(await confirm(discardQuestion(draft.postId)))) return;
    await orTell(async () => {
      const id = await discard(draft);
      setJustDiscarded(id);
      if (id === null) toast({ title: 'It is open elsewhere on this computer', variant: 'destructive' });
    });
  };
  const undo = (draft: DraftSummary) =>
    orTell(async () => {
      await takeBack(draft);
      navigate(formAddress(draft));
    });

  const undoable = binned.find(({ id }) => id === justDiscarded);
  const shown = isBin ? binned : drafts;
  const label = isBin ? 'Discarded drafts' : 'Not saved yet';
  return (
    <>
      {undoable && !isBin && <Discarded name={nameOf(undoable)} onUndo={() => undo(undoable)} />}
      {shown.length > 0 && (
        <FoldingBox key={label} title={counted(label, shown.length)}>
          <ScrolledList label={label} items={shown} keyOf={({ id }) => id} rowHeight={ROW_HEIGHT}>
            {(draft) => (
              <>
                <DraftText draft={draft} isBin={isBin} />
                <DraftActions
                  {...{ draft, isBin }}
                  onRestore={() => orTell(() => takeBack(draft))}
                  onDiscard={() => askAndDiscard(draft)}
                />
              </>
            )}
          </ScrolledList>
        </FoldingBox>
      )}
    </>
  );
}

/** The draft that was discarded just now, with a button to restore it. */
function Discarded({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line-strong bg-sunken px-4 py-2">
      <p role="status" className="min-w-0 truncate">
        Discarded: <span className="font-semibold">{name}</span>
      </p>
      <Button size="sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}

interface DraftActionsProps {
  draft: DraftSummary;
  isBin: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

function DraftActions({ draft, isBin, onRestore, onDiscard }: DraftActionsProps) {
  const { store } = usePorts();
  return (
    <div className="flex items-center gap-2">
      {isBin ? (
        <Button size="sm" aria-label={`Restore ${nameOf(draft)}`} onClick={onRestore}>
          Restore
        </Button>
      ) : (
        <>
          <Link
            to={formAddress(draft)}
            aria-label={`Continue with ${nameOf(draft)}`}
            className={buttonClass('quiet', 'sm')}
          >
            Continue
          </Link>
          <MarkdownHandle load={async () => readValues(await loadDraft(store, draft.id))} describedBy={nameId(draft)} />
          <Button size="sm" variant="plain" aria-label={`Discard ${nameOf(draft)}`} onClick={onDiscard}>
            Discard
          </Button>
        </>
      )}
    </div>
  );
}

const ROW_HEIGHT = 48;

function DraftText({ draft, isBin }: { draft: DraftSummary; isBin: boolean }) {
  const { clock } = usePorts();
  const { postId, discardedAt } = draft;
  const at = isBin ? (discardedAt ?? draft.at) : draft.at;
  const what = postId === null ? 'New post' : 'Changes to a post';
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p id={nameId(draft)} className="truncate">
        {nameOf(draft)}
      </p>
      <p className="text-xs text-muted">
        {what}
        {at > 0 && `, ${isBin ? 'discarded ' : ''}${timeAgo(new Date(at).toISOString(), Math.max(clock.now(), at))}`}
      </p>
    </div>
  );
}

/** The drafts on this computer that are not posts yet and contain the words of the search. */
export function FoundDrafts({ search }: { search: string }) {
  const drafts = useFoundDrafts(useDeferredValue(search.trim()));
  const heading = useId();
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="mt-4 rounded-md border border-line-strong bg-sunken p-4">
      <h3 id={heading} className="font-semibold">
        {drafts.length === 1 ? 'A draft with these words' : `${drafts.length} drafts with these words`}
      </h3>
      <ul className="mt-2 grid max-h-60 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto">
        {drafts.map(({ id, title, postId }) => (
          <li key={id} className="flex items-center justify-between gap-x-4">
            <p className="min-w-0">
              <span className="block truncate">{title.trim() || 'Untitled'}</span>
              <span className="block text-xs text-muted">{postId === null ? 'New post' : 'Changes to a post'}</span>
            </p>
            <Link
              to={formAddress({ id, postId })}
              aria-label={`Open ${title.trim() || 'Untitled'}`}
              className={buttonClass('quiet', 'sm')}
            >
              Open
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameId = ({ id }: DraftSummary) => `name-of-${id}`;
const nameOf = ({ name }: DraftSummary) => (name === '' ? 'Untitled' : name);
const formAddress = ({ id, postId }: Pick<DraftSummary, 'id' | 'postId'>) =>
  postId === null ? draftAddress(id) : editAddress(postId);
