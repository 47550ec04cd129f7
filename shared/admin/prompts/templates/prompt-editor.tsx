import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { inBraces, mendPrompt, placeholderFaults } from '#shared/workflow/placeholder-faults.ts';
import { placeholdersFor, type StepId } from '#shared/workflow/steps.ts';
import { ReplayButton } from '../replays/replay-button.tsx';
import { useRunStore } from '../runs/use-run-store.ts';
import { promptRefusal } from './custom-prompts.ts';
import { placeholderName } from './placeholder-names.ts';
import { VersionsButton } from './versions/versions-button.tsx';

interface PromptEditorProps {
  step: StepId;
  number: number;
  onClose: () => void;
}

/** The editor for the prompt of one step. */
export function PromptEditor({ step, number, onClose }: PromptEditorProps) {
  const store = useRunStore();
  const confirm = useConfirm();
  const chain = useStore(store, ({ run }) => run.chain);
  const isCustom = useStore(store, (state) => state.customPrompts[step] !== undefined);
  const { text, isUnsaved, type } = usePromptText(step);
  const refusal = text.trim() === '' ? null : promptRefusal(chain, step, text);
  const refusalId = useId();
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const close = () => {
    store.actions.setUnsavedPrompt(step, null);
    onClose();
  };
  const doAndClose = async (work: Promise<boolean>) => {
    setIsBusy(true);
    const isDone = await work;
    setIsBusy(false);
    if (isDone) close();
  };
  const reset = async () => {
    const isOwn = isCustom || isUnsaved;
    if (!isOwn || (await confirm(resetsPrompt(number)))) await doAndClose(store.actions.resetPrompt(step));
  };
  const insert = (placeholder: string) => {
    if (area.current) insertInto(area.current, `{{${placeholder}}}`, type);
  };
  return (
    <div className="grid gap-2">
      <TextArea
        ref={area}
        aria-label={`Prompt of step ${number}`}
        placeholder="Enter your custom prompt..."
        rows={12}
        className="font-mono text-sm"
        aria-invalid={refusal === null ? undefined : true}
        aria-describedby={refusal === null ? undefined : refusalId}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {/* Announced politely: a placeholder that is being typed is not valid yet. */}
      <p id={refusalId} role="status" className="text-sm font-semibold wrap-anywhere text-danger empty:hidden">
        {refusal}
      </p>
      <PlaceholderMends step={step} text={text} onMend={type} />
      <PlaceholderButtons step={step} onInsert={insert} />
      <TextInput
        aria-label={`Note on this version of prompt ${number}`}
        placeholder="What did you change? (optional)"
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={isBusy || text.trim() === '' || refusal !== null}
          onClick={() => doAndClose(store.actions.savePrompt(step, text, note.trim()))}
        >
          Save
        </Button>
        <Button size="sm" onClick={close}>
          Cancel
        </Button>
        <VersionsButton step={step} number={number} />
        <ReplayButton step={step} number={number} text={text} isRefused={refusal !== null} />
        <Button size="sm" variant="plain" className="ms-auto" disabled={isBusy} onClick={reset}>
          Reset to default
        </Button>
        {isCustom && <span className="sr-only">This step has a custom prompt.</span>}
      </div>
    </div>
  );
}

/** Keeps the text of a step's prompt while it is written; the unsaved text is stored. */
function usePromptText(step: StepId) {
  const store = useRunStore();
  const known = useStore(store, () => store.actions.promptOf(step) ?? '');
  const unsaved = useStore(store, (state) => state.unsavedPrompts[step]);
  // An empty text is not stored, but the editor stays empty.
  const [isEmptied, setIsEmptied] = useState(false);
  const type = (next: string) => {
    setIsEmptied(next === '');
    store.actions.setUnsavedPrompt(step, next === known ? null : next);
  };
  return { text: isEmptied ? '' : (unsaved ?? known), isUnsaved: unsaved !== undefined, type };
}

/** Inserts words at the cursor of a controlled field. */
function insertInto(field: HTMLTextAreaElement, words: string, type: (text: string) => void): void {
  const { value, selectionStart, selectionEnd } = field;
  const before = value.slice(0, selectionStart) + words;
  // Replacing a field's text moves its cursor to the end; the cursor must be after the inserted words.
  flushSync(() => type(before + value.slice(selectionEnd)));
  field.focus();
  field.setSelectionRange(before.length, before.length);
}

interface PlaceholderMendsProps {
  step: StepId;
  text: string;
  onMend: (text: string) => void;
}

/** Buttons that replace the first faulty placeholder of a prompt. */
function PlaceholderMends({ step, text, onMend }: PlaceholderMendsProps) {
  const chain = useStore(useRunStore(), ({ run }) => run.chain);
  const [fault] = placeholderFaults(text, chain, step);
  if (!fault) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {fault.nearest !== null && (
        <Button size="sm" onClick={() => onMend(mendPrompt(text, fault, 'nearest'))}>
          Use {inBraces(fault.nearest)}
        </Button>
      )}
      <Button size="sm" variant="plain" onClick={() => onMend(mendPrompt(text, fault, 'as-text'))}>
        Keep {fault.written} as text
      </Button>
    </div>
  );
}

function PlaceholderButtons({ step, onInsert }: { step: StepId; onInsert: (placeholder: string) => void }) {
  const chain = useStore(useRunStore(), ({ run }) => run.chain);
  return (
    <div className="flex flex-wrap items-center gap-1 text-xs text-muted">
      <span className="me-1">Insert:</span>
      {placeholdersFor(chain, step).map((placeholder) => (
        <button
          key={placeholder}
          type="button"
          className="min-h-6 rounded-sm border border-line px-1.5 hover:border-ink hover:text-ink pointer-coarse:min-h-11"
          onClick={() => onInsert(placeholder)}
        >
          {placeholderName(chain, placeholder)}
        </button>
      ))}
    </div>
  );
}

const resetsPrompt = (number: number) => ({
  title: `Bring back the default prompt of step ${number}?`,
  description: 'What you wrote in its place is given up.',
  confirm: 'Reset to default',
  isDangerous: true,
});
