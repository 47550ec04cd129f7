import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import type { StepId } from '#shared/workflow/steps.ts';
import { ReplayLab } from './replay-lab.tsx';

interface ReplayButtonProps {
  step: StepId;
  number: number;
  /** The text in the prompt's editor. */
  text: string;
  /** Whether the text cannot be tried. */
  isRefused: boolean;
}

/** The prompt editor's button that tries the editor's text on past runs. */
export function ReplayButton({ step, number, text, isRefused }: ReplayButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="sm" variant="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <FlaskConical aria-hidden />
        Try on past runs
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        place="wide"
        title={`Try prompt ${number} on past runs`}
        description="This step alone is bought once more for each run, from what the run had. The runs stay as they are."
      >
        <ReplayLab step={step} text={text} isRefused={isRefused} onClose={close} />
      </Dialog>
    </>
  );
}
