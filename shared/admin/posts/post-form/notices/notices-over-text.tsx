import type { PendingChange } from '#shared/contract/posts/pending.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { type SessionState, storedPost } from '../../../editor/index.ts';
import { editedChange, PendingNotice } from '../../pending/index.ts';
import { ProposalNotice } from '../../proposals/proposal-notice.tsx';
import type { OpenedForm } from '../open-form.ts';
import { FormNotices } from './form-notices.tsx';

interface NoticesOverTextProps {
  opened: OpenedForm;
  state: SessionState;
  onDiscard: () => void;
  /** Called when the waiting change is in the form, ready to be edited. */
  onEdited: () => void;
}

/** The notices above the text: about the form itself, proposals of programs, and the waiting change. */
export function NoticesOverText({ opened, state, onDiscard, onEdited }: NoticesOverTextProps) {
  const { session } = opened;
  const { save } = state;
  const { base } = save;
  const toast = useToast();
  const editPending = (change: PendingChange) => {
    if (base === null) return;
    const { values: edited, isAsked } = editedChange(change, base.baseText);
    session.setValues(edited);
    if (isAsked) toast(bothInPending);
    // The pressed button is now disabled, so the focus moves to the text.
    onEdited();
  };
  return (
    <>
      <FormNotices opened={opened} state={state} onDiscard={onDiscard} />
      {base && <ProposalNotice postId={base.postId} />}
      {base && save.kind !== 'locked' && (
        <PendingNotice
          postId={base.postId}
          isUnsaved={state.isUnsaved}
          onEdit={editPending}
          onPublished={(post) => session.discard(storedPost(post))}
        />
      )}
    </>
  );
}

const bothInPending = {
  title: 'Both changed the same place',
  description: 'The post was saved in the same places since. Both texts are here: look them over before you save.',
};
