import { RotateCcw, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostRevision } from '#shared/contract/posts/post-revisions.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { RevisionList } from './revision-list.tsx';
import { RevisionView } from './revision-view.tsx';
import { useRestore } from './use-revisions.ts';

export interface PostRevisionsProps {
  postId: number;
  /** The version with which the form was opened, or as which it was last saved. */
  version: number;
  /** The current values of the form, with which every version is compared. */
  current: PostValues;
  /** Whether the form holds words that the server does not have: restoring replaces them. */
  isUnsaved: boolean;
  /** False while the form cannot accept another text, for example during a save. */
  canRestore: boolean;
  /** Takes the restored post into the form. */
  onRestored: (post: Post) => void;
}

interface RevisionChooserProps extends PostRevisionsProps {
  /** The revisions, newest first, at least one. */
  revisions: readonly PostRevision[];
  /** The button that loads older revisions. */
  more: ReactNode;
}

/** The list beside the chosen version. */
export function RevisionChooser(props: RevisionChooserProps) {
  const { postId, version, current, isUnsaved, canRestore, onRestored, revisions, more } = props;
  const confirm = useConfirm();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [last, setLast] = useState<{ restored: number; version: number } | null>(null);
  const restore = useRestore(postId, (post, { revision, isUndo }) => {
    setLast(isUndo ? null : { restored: revision.version, version: post.version });
    onRestored(post);
  });
  const chosen = revisions.find(({ id }) => id === chosenId) ?? revisions[0];
  // The version replaced by a restore is the one before the version that the restore made.
  const replaced = last?.version === version ? revisions.find((each) => each.version === version - 1) : undefined;
  const isBusy = restore.isPending || !canRestore;
  const ask = async (revision: PostRevision, isUndo: boolean) => {
    if (!isUnsaved || (await confirm(replacesUnsaved))) restore.mutate({ revision, isUndo });
  };

  return (
    <div className="grid items-start gap-5 md:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="max-md:max-h-56 max-md:overflow-y-auto md:sticky md:top-0">
        <RevisionList revisions={revisions} current={current} chosen={chosen?.id ?? 0} onChoose={setChosenId} />
        {more}
      </div>
      <div className="min-w-0">
        <div role="status" className="empty:hidden">
          {replaced && last && (
            <p className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-success/40 px-4 py-2">
              <span>
                Version {last.restored} is restored. What it replaced is kept as version {replaced.version}.
              </span>
              <Button size="sm" disabled={isBusy} onClick={() => ask(replaced, true)}>
                <Undo2 aria-hidden />
                Undo
              </Button>
            </p>
          )}
        </div>
        {chosen && (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h3 className="font-serif text-xl font-medium">Version {chosen.version}</h3>
              <Button variant="primary" disabled={isBusy} onClick={() => ask(chosen, false)}>
                <RotateCcw aria-hidden />
                Restore
              </Button>
            </div>
            <RevisionView revision={chosen} current={current} />
          </>
        )}
      </div>
    </div>
  );
}

const replacesUnsaved = {
  title: 'Restore over unsaved changes?',
  description: 'What you typed and did not save gives way to the restored text. Undo in the form brings it back.',
  confirm: 'Restore',
  isDangerous: true,
};
