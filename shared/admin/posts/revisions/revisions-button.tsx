import { History } from 'lucide-react';
import { useState } from 'react';
import { OfferingButton } from '../../offer-commands.tsx';
import { PostRevisions } from './post-revisions.tsx';
import type { PostRevisionsProps } from './revision-chooser.tsx';

/** The form's button for a post's earlier versions, with the dialog that it opens. */
export function RevisionsButton(props: PostRevisionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <OfferingButton
        command="Revisions"
        words={['versions', 'earlier', 'restore']}
        size="sm"
        variant="plain"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <History aria-hidden />
        Revisions
      </OfferingButton>
      <PostRevisions {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
