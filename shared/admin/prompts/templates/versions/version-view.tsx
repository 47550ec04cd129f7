import { useState } from 'react';
import { useStore } from 'zustand';
import type { PromptVersion } from '#shared/contract/prompts.ts';
import { Button } from '#shared/ui/button.tsx';
import type { StepId } from '#shared/workflow/steps.ts';
import { dateAndTime } from '../../../dates.ts';
import { TextDifference } from '../../../posts/index.ts';
import { useRunStore } from '../../runs/use-run-store.ts';
import { promptRefusal } from '../custom-prompts.ts';

interface VersionViewProps {
  step: StepId;
  version: PromptVersion;
  onClose: () => void;
}

/** A version: the changes that restoring it would make to the prompt that counts, and its whole text. */
export function VersionView({ step, version, onClose }: VersionViewProps) {
  const store = useRunStore();
  const { actions } = store;
  const chain = useStore(store, ({ run }) => run.chain);
  const current = useStore(store, () => actions.promptOf(step) ?? '');
  const isEditing = useStore(store, ({ unsavedPrompts }) => unsavedPrompts[step] !== undefined);
  const [isBusy, setIsBusy] = useState(false);
  const { number, prompt, createdAt } = version;
  const isSame = prompt === current;
  const refusal = promptRefusal(chain, step, prompt);
  const restore = async () => {
    setIsBusy(true);
    const isDone = await actions.savePrompt(step, prompt, `Version ${number} again`);
    setIsBusy(false);
    if (isDone) onClose();
  };
  const edit = () => {
    actions.setUnsavedPrompt(step, prompt);
    onClose();
  };
  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-sm text-muted">
        Version {number} was saved on {dateAndTime(createdAt)}.{' '}
        {isSame ? (
          'It is the prompt that counts now.'
        ) : (
          <>
            Restoring it takes away what is <del className="text-danger">struck through</del> and brings back what is{' '}
            <ins className="text-success">underlined</ins>.
          </>
        )}
      </p>
      {!isSame && (
        <div className="flex flex-wrap gap-2">
          {refusal === null && (
            <Button size="sm" variant="primary" disabled={isBusy} onClick={restore}>
              Restore version {number}
            </Button>
          )}
          <Button size="sm" disabled={isBusy || isEditing} onClick={edit}>
            Put it into the editor
          </Button>
        </div>
      )}
      {isEditing && <p className="text-sm">What you have typed and not saved stays in the editor.</p>}
      {refusal !== null && (
        <p className="text-sm wrap-anywhere text-danger">It cannot be restored as it is. {refusal}</p>
      )}
      <TextDifference label="Prompt" before={current} after={prompt} isMono />
      <details open={isSame}>
        <summary className="cursor-default text-sm font-semibold">The whole prompt of this version</summary>
        <div className="mt-2 rounded-md border border-line p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {prompt}
        </div>
      </details>
    </div>
  );
}
