import { ImageUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { classNames } from '#shared/ui/class-names.ts';
import { onceClosed, useOfferCommands } from '../offer-commands.tsx';

interface DropZoneProps {
  /** The name of the field for screen readers. */
  label: string;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  /** Whether the field takes several files at once; if not, it takes the first of them. */
  isMany?: boolean;
}

/** Takes pictures by drag and drop, by click or by keyboard. */
export function DropZone({ label, disabled, onFiles, isMany = false }: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Fields for a single picture offer no command: there may be several of them with the same name.
  useOfferCommands(
    isMany &&
      !disabled && { title: label, words: ['add', 'file'], run: () => onceClosed(() => field.current?.click()) },
  );
  const give = (files: File[]) => {
    const taken = isMany ? files : files.slice(0, 1);
    if (taken.length > 0) onFiles(taken);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) give([...event.dataTransfer.files]);
  };
  return (
    <div className="relative">
      <input
        ref={field}
        id={id}
        type="file"
        accept="image/*"
        aria-label={label}
        aria-describedby={`${id}-text`}
        disabled={disabled}
        multiple={isMany}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be picked again after a failure.
          event.target.value = '';
          give(files);
        }}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(!disabled);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      />
      <div
        id={`${id}-text`}
        className={classNames(
          'pointer-events-none flex h-full flex-col items-center justify-center gap-1 rounded-md border border-dashed px-4 py-5 text-center peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-disabled:opacity-55',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper',
        )}
      >
        <ImageUp aria-hidden className="size-6 text-muted" />
        <span className="text-sm font-semibold">Click to upload or drag and drop</span>
        <span className="text-xs text-muted">PNG, JPG, GIF up to 10MB</span>
        <span className="text-xs text-muted">
          {isMany ? 'WebP and AVIF too, several at once' : 'WebP and AVIF too'}
        </span>
      </div>
    </div>
  );
}
