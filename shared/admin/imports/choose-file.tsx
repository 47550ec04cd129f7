import { useQueryClient } from '@tanstack/react-query';
import { FolderInput } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { SiteImport } from '#shared/contract/imports.ts';
import { Button } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';

const ONE_FILE = 'One file at a time: put the export and its pictures into one zip';

/** Takes the file of an import by drag and drop, by click or by keyboard, and sends it. */
export function ChooseFile({ onTaken }: { onTaken: (taken: SiteImport) => void }) {
  const { uploadImport } = usePorts();
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const cancel = useRef<AbortController | null>(null);

  const send = async (file: File) => {
    const stop = new AbortController();
    cancel.current = stop;
    setFault(null);
    setSending({ name: file.name, part: 0 });
    try {
      const onProgress = (part: number) => setSending({ name: file.name, part });
      onTaken(await uploadImport(file, { onProgress, signal: stop.signal }));
      await queryClient.invalidateQueries({ queryKey: queryKeys.imports });
    } catch (error) {
      if (!stop.signal.aborted) setFault(errorText(error));
    } finally {
      setSending(null);
    }
  };
  return (
    <>
      {sending ? (
        <Sending {...sending} onCancel={() => cancel.current?.abort()} />
      ) : (
        <Drop onFile={send} onSeveral={() => setFault(ONE_FILE)} />
      )}
      <p role="alert" className="mt-2 text-sm font-semibold text-danger empty:hidden">
        {fault}
      </p>
      <p className="mt-2 text-sm text-muted">
        Pictures of Ghost are in the content folder of its server, those of WordPress in wp-content/uploads: zip that
        folder together with the exported file, and give the zip.
      </p>
    </>
  );
}

function Sending({ name, part, onCancel }: { name: string; part: number; onCancel: () => void }) {
  const percent = Math.round(part * 100);
  return (
    <div className="grid gap-2 rounded-md border border-line bg-surface p-5">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate font-semibold">{name}</p>
        <p className="text-sm text-muted">{percent < 100 ? `${percent}%` : 'Being stored …'}</p>
      </div>
      <progress aria-label={`Uploading ${name}`} max={100} value={percent} className="h-1.5 w-full" />
      <Button size="sm" className="justify-self-start" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}

function Drop({ onFile, onSeveral }: { onFile: (file: File) => void; onSeveral: () => void }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file, ...more] = event.dataTransfer.files;
    if (more.length > 0) onSeveral();
    else if (file) onFile(file);
  };
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        accept=".zip,.json,.xml,.md,.csv"
        aria-label="File to import"
        aria-describedby={`${id}-text`}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // The same file can be picked again after a failure.
          event.target.value = '';
        }}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      />
      <div
        id={`${id}-text`}
        className={classNames(
          'pointer-events-none grid justify-items-center gap-1 rounded-md border border-dashed px-4 py-8 text-center peer-focus-visible:outline-2 peer-focus-visible:outline-focus',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
        )}
      >
        <FolderInput aria-hidden className="size-7 text-muted" />
        <span className="font-semibold">Drop the file here, or click to choose it</span>
        <span className="text-sm text-muted">
          It is looked through first. Nothing on your site changes before you say so.
        </span>
      </div>
    </div>
  );
}
