import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#shared/ui/button.tsx';
import { CodexDialog } from './codex-dialog.tsx';

/** Opens the codex of a category, in a list of categories. */
export function CodexButton({ item }: { item: { id: number; name: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton label={`Codex of ${item.name}`} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <BookOpen aria-hidden />
      </IconButton>
      <CodexDialog category={isOpen ? item : null} onClose={() => setIsOpen(false)} />
    </>
  );
}
