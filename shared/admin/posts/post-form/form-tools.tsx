import { Bug, FileDown, Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { useOfferCommands } from '../../offer-commands.tsx';

interface FormToolsProps {
  revisions: ReactNode;
  isDebugging: boolean;
  onManageImages: () => void;
  onSaveFile: () => void;
  onDebug: () => void;
}

/** What else can be done with the post, under its text. */
export function FormTools({ revisions, isDebugging, ...on }: FormToolsProps) {
  useOfferCommands({ title: 'Manage Images', words: ['pictures', 'photos', 'featured'], run: on.onManageImages });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={on.onManageImages}>
        <Images aria-hidden />
        Manage Images
      </Button>
      {revisions}
      <Button size="sm" variant="plain" onClick={on.onSaveFile}>
        <FileDown aria-hidden />
        Save as Markdown
      </Button>
      <Button size="sm" variant="plain" onClick={on.onDebug} aria-expanded={isDebugging}>
        <Bug aria-hidden />
        Debug Form
      </Button>
    </div>
  );
}
