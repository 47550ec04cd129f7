import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import type { StepId } from '#shared/workflow/steps.ts';
import { PromptVersions } from './prompt-versions.tsx';

/** The prompt editor's button for earlier versions of the step's prompt, with the dialog that it opens. */
export function VersionsButton({ step, number }: { step: StepId; number: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="sm" variant="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <History aria-hidden />
        Versions
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        place="wide"
        title={`Versions of prompt ${number}`}
        description="Every save of a prompt makes one, and none is ever changed."
      >
        <PromptVersions step={step} number={number} onClose={close} />
      </Dialog>
    </>
  );
}
