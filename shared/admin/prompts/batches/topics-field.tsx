import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { buttonClass } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextArea } from '#shared/ui/text-input.tsx';
import { looksLikeTable, retyped } from '#shared/workflow/batch/read-topics.ts';
import type { TypedBatch } from './typed-batch.ts';

/** A file with 500 topics of the greatest length is smaller than this. */
const LARGEST_FILE = 8 * 1024 * 1024;

interface TopicsFieldProps {
  typed: TypedBatch;
  onChange: (changes: Partial<TypedBatch>) => void;
}

/** The field where topics are typed, pasted, or read from a file. */
export function TopicsField({ typed: { text, isTable }, onChange }: TopicsFieldProps) {
  const fileId = useId();
  const [fault, setFault] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) return setFault('This file is larger than 8 MB: it is no list of topics.');
    try {
      const content = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      setFault(undefined);
      onChange({ text: content, isTable: looksLikeTable(content), columns: null });
    } catch {
      setFault('This file cannot be read as text. Save it as CSV in UTF-8.');
    }
  };
  return (
    <div className="grid gap-2">
      <Field
        label="Topics"
        hint={
          isTable
            ? 'A table: its first line names the columns. What a line leaves empty is taken from the inputs saved for its category, else from below.'
            : 'One target market a line. “Technology:” on a line of its own says which category, or saved inputs, the lines below it are for, or at the beginning of one what that one is for. A table with a first line like “topic, category” is known as one.'
        }
        error={fault}
        aside={
          <label htmlFor={fileId} className={`${buttonClass('quiet', 'sm')} cursor-pointer focus-within:outline-2`}>
            <FileUp aria-hidden />
            CSV file
            <input
              id={fileId}
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              className="sr-only"
              onChange={(event) => {
                void read(event.target.files?.[0]);
                // So that the same file can be chosen again.
                event.target.value = '';
              }}
            />
          </label>
        }
      >
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            className="max-h-72 min-h-32 font-mono text-sm"
            value={text}
            onChange={(event) => {
              const next = retyped({ text, isTable }, event.target.value);
              onChange({ ...next, ...(next.isTable !== isTable && { columns: null }) });
            }}
          />
        )}
      </Field>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4.5 accent-accent"
          checked={isTable}
          onChange={(event) => onChange({ isTable: event.target.checked, columns: null })}
        />
        The first line names columns
      </label>
    </div>
  );
}
