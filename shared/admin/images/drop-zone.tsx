import { ImageUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { classNames } from '#shared/ui/class-names.ts';

interface DropZoneProps {
  /** What the field is called for a screen reader. */
  label: string;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** Takes one picture by drop, by click or by keyboard. */
export function DropZone({ label, disabled, onFile }: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
  };
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-label={label}
        aria-describedby={`${id}-text`}
        disabled={disabled}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be picked again after a failure.
          event.target.value = '';
          if (file) onFile(file);
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
          'pointer-events-none flex h-full flex-col items-center justify-center gap-1 rounded-md border border-dashed px-4 py-6 text-center peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-disabled:opacity-55',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper',
        )}
      >
        <ImageUp aria-hidden className="size-6 text-muted" />
        <span className="text-sm font-semibold">Click to upload or drag and drop</span>
        <span className="text-xs text-muted">PNG, JPG, GIF up to 10MB</span>
      </div>
    </div>
  );
}
