import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { RenderedText } from '../../content-editor/index.ts';

interface ReadOutputProps {
  number: number;
  text: string;
  isPartial: boolean;
}

/** What one attempt at a step wrote, as the Markdown it is. */
export function ReadOutput({ number, text, isPartial }: ReadOutputProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" disabled={text.trim() === ''} onClick={() => setIsOpen(true)}>
        <BookOpen aria-hidden />
        Read
        <span className="sr-only"> the output of step {number}</span>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} place="wide" title={`Output of step ${number}`}>
        <article className="mx-auto max-w-[41rem] min-w-0 py-2">
          {isPartial && (
            <p className="mb-3">
              <Badge tone="waiting">Partial</Badge>
            </p>
          )}
          <RenderedText text={text} />
        </article>
      </Dialog>
    </>
  );
}
