import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { insertLink, type Selection } from '#shared/content/insert-link.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { TextEdits } from './field/text-edits.ts';
import { LinkAddressField } from './link-address-field.tsx';
import { linkFault } from './link-fault.ts';

interface LinkFormProps {
  edits: TextEdits;
  onClose: () => void;
}

/** The Add Hyperlinks panel: inserts a link at the cursor, or makes the selection a link. */
export function LinkForm({ edits, onClose }: LinkFormProps) {
  const [selected] = useState(() => edits.text().slice(...rangeOf(wordsIn(edits))));
  const isAddress = /^(?:https?:\/\/|mailto:|\/)\S+$/.test(selected);
  const [text, setText] = useState(isAddress ? '' : selected);
  const [fault, setFault] = useState<{ url: string; says: string; offered: string | null } | null>(null);
  const [url, setUrl] = useState(isAddress ? selected : '');
  const [textField, urlField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const toast = useToast();
  const first = selected === '' || isAddress ? textField : urlField;
  useEffect(() => first.current?.focus(), [first]);

  const close = () => {
    onClose();
    edits.focus();
  };
  /** The fault of the address as it is now. */
  const atFault = fault?.url === url ? fault : null;
  const offered = atFault?.offered ?? null;
  /** Adds the link. Called a second time for the same address, it takes the address that was offered instead. */
  const add = (address = offered ?? url) => {
    const outcome = insertLink(edits.text(), wordsIn(edits), { text, url: address });
    if (outcome.kind === 'incomplete') {
      toast({ title: 'Error', description: 'Please fill in both link text and URL.', variant: 'destructive' });
      (text.trim() === '' ? textField : urlField).current?.focus();
      return;
    }
    if (outcome.kind !== 'inserted') {
      setFault({ url, says: linkFault(outcome), offered: outcome.kind === 'offered' ? outcome.url : null });
      urlField.current?.focus();
      return;
    }
    edits.changeAndGo(outcome.markdown, outcome.cursor);
    onClose();
    toast({ title: 'Link Added!' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter in a field would submit the post.
    event.preventDefault();
    if (event.key === 'Enter') add();
    else close();
  };

  return (
    <fieldset className="mb-2 grid gap-3 rounded-md border border-line bg-surface p-4 sm:grid-cols-2">
      <legend className="sr-only">Add Hyperlinks</legend>
      <Field label="Link Text">
        {(control) => (
          <TextInput
            {...control}
            ref={textField}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <LinkAddressField
        field={urlField}
        value={url}
        error={atFault?.says}
        onChange={setUrl}
        onPost={({ path, title }) => {
          setUrl(path);
          if (text.trim() === '') setText(title);
        }}
        onKeyDown={onKeyDown}
      />
      <LinkButtons {...{ offered, close }} isReplacing={selected !== ''} onAdd={add} />
    </fieldset>
  );
}

interface LinkButtonsProps {
  /** An address that was offered in place of the typed one. */
  offered: string | null;
  /** Whether the link replaces the selection. */
  isReplacing: boolean;
  onAdd: (address?: string) => void;
  close: () => void;
}

function LinkButtons({ offered, isReplacing, onAdd, close }: LinkButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
      <Button variant="primary" size="sm" onClick={() => onAdd()}>
        Add Link
      </Button>
      {offered && (
        <Button size="sm" className="min-w-0" onClick={() => onAdd(offered)}>
          <span className="truncate">Use {offered}</span>
        </Button>
      )}
      <Button size="sm" onClick={close}>
        Close
      </Button>
      <p className="text-xs text-muted">
        {isReplacing ? 'The link takes the place of what is selected.' : 'The link goes where the cursor is.'}
      </p>
    </div>
  );
}

/** Returns the selection without the blanks at its ends: a double click also selects the blank after a word. */
function wordsIn(edits: TextEdits): Selection {
  const { start, end } = edits.selection();
  const text = edits.text().slice(start, end);
  if (text.trim() === '') return { start, end: start };
  return { start: start + text.length - text.trimStart().length, end: end - (text.length - text.trimEnd().length) };
}

function rangeOf({ start, end }: Selection): [number, number] {
  return [start, end];
}
