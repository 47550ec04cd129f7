import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { useOfferCommands } from '../../offer-commands.tsx';
import { PostRevisions } from './post-revisions.tsx';
import type { PostRevisionsProps } from './revision-chooser.tsx';

/** The form's button for a post's earlier versions, with the dialog it opens. */
export function RevisionsButton(props: PostRevisionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  useOfferCommands({ title: 'Revisions', words: ['versions', 'earlier', 'restore'], run: () => setIsOpen(true) });
  return (
    <>
      <Button size="sm" variant="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <History aria-hidden />
        Revisions
      </Button>
      <PostRevisions {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
