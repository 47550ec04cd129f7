import { ImagePlus, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { TextArea } from '#shared/ui/text-input.tsx';
import { isEmpty, type NotePicture } from './kept-note.ts';
import { type NotePorts, useNote } from './use-note.ts';

interface QuickNoteProps {
  /** Null before a server is chosen: every draft belongs to a server. */
  ports: NotePorts | null;
  onClose: () => void;
}

/** The page of the small window: words and pictures, which become a new draft. */
export function QuickNote({ ports, onClose }: QuickNoteProps) {
  if (ports !== null) return <NoteForm ports={ports} onClose={onClose} />;
  return (
    <NotePage onEscape={onClose}>
      <p className="m-auto text-center">Choose your server in Ninefold first. A note becomes a draft of its site.</p>
    </NotePage>
  );
}

function NotePage({ onEscape, children }: { onEscape: () => void; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onEscape();
  };
  return (
    <main className="flex h-dvh flex-col p-4" onKeyDown={onKeyDown}>
      <h1 className="sr-only">Quick note</h1>
      {children}
    </main>
  );
}

function NoteForm({ ports, onClose }: { ports: NotePorts; onClose: () => void }) {
  const { note, isSending, fault, write, addPictures, removePicture, keep, leave } = useNote(ports, onClose);
  const hint = useId();
  const give = (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    // Pasted or dropped text is handled by the field itself.
    if (files.length === 0) return;
    event.preventDefault();
    addPictures([...files]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
  };
  return (
    <NotePage onEscape={leave}>
      <form
        className="flex min-h-0 grow flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
        onPaste={(event) => give(event, event.clipboardData)}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault();
        }}
        onDrop={(event) => give(event, event.dataTransfer)}
      >
        <TextArea
          autoFocus
          aria-label="Note"
          aria-describedby={hint}
          placeholder="A thought, a line, a link. Paste a picture here."
          className="min-h-0 grow resize-none!"
          value={note.text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {note.pictures.length > 0 && <Pictures pictures={note.pictures} onRemove={removePicture} />}
        <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" disabled={isEmpty(note)}>
            Keep as Draft
          </Button>
          <AddPicture onFiles={addPictures} />
          <p id={hint} className="min-w-0 grow text-right text-xs text-muted">
            {isSending
              ? 'A picture is on its way.'
              : 'The first line is the title. Esc closes; what stands here stays.'}
          </p>
        </div>
      </form>
    </NotePage>
  );
}

function AddPicture({ onFiles }: { onFiles: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Add Picture" onClick={() => field.current?.click()}>
        <ImagePlus aria-hidden />
      </IconButton>
      <input
        ref={field}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be picked again after a failure.
          target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

interface PicturesProps {
  pictures: readonly NotePicture[];
  onRemove: (url: string) => void;
}

function Pictures({ pictures, onRemove }: PicturesProps) {
  return (
    <ul aria-label="Pictures of the note" className="flex shrink-0 gap-2 overflow-x-auto p-1">
      {pictures.map(({ url, name }) => (
        <li key={url} className="relative shrink-0">
          <img src={url} alt={name} className="h-20 w-24 rounded-sm bg-sunken object-cover" />
          <button
            type="button"
            aria-label={`Remove ${name}`}
            title={`Remove ${name}`}
            className="absolute end-1 top-1 grid size-6 place-items-center rounded-full border border-line-strong bg-surface text-ink hover:bg-sunken [&_svg]:size-3.5"
            onClick={() => onRemove(url)}
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
