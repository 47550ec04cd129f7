import { FileDown } from 'lucide-react';
import { type DragEvent, type MouseEvent, useRef } from 'react';
import { IconButton } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { errorText } from '../../error-text.ts';
import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';
import { useMarkdownOf } from './use-markdown-of.ts';

interface MarkdownHandleProps {
  /** What is to become the file. */
  load: () => Promise<PostValues>;
  /** Id of the element that says which post or draft it is. */
  describedBy: string;
}

/** Dragged, it is a Markdown file for any other program; pressed, that file is saved. Nothing where the host drags no files. */
export function MarkdownHandle(props: MarkdownHandleProps) {
  const { dragText } = usePorts().files;
  return dragText === null ? null : <Handle {...props} dragText={dragText} />;
}

type DragText = NonNullable<AdminPorts['files']['dragText']>;

function Handle({ load, describedBy, dragText }: MarkdownHandleProps & { dragText: DragText }) {
  const { files } = usePorts();
  const markdownOf = useMarkdownOf();
  const toast = useToast();
  /** Made when the pointer presses: once it moves, the system must have the file at once. */
  const made = useRef<ReturnType<typeof markdownOf>>(undefined);
  const isPressed = useRef(false);
  const wasDragged = useRef(false);
  const make = async () => markdownOf(await load());
  const orTell = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      toast({ title: 'The file cannot be made', description: errorText(error), variant: 'destructive' });
    }
  };

  const onPointerDown = () => {
    isPressed.current = true;
    wasDragged.current = false;
    made.current = make();
    // Told where it is waited for.
    made.current.catch(() => undefined);
    const release = () => {
      isPressed.current = false;
    };
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { once: true });
  };
  const onDragStart = (event: DragEvent) => {
    // The browser would carry the button's picture.
    event.preventDefault();
    wasDragged.current = true;
    void orTell(async () => {
      const file = await (made.current ?? make());
      // Let go of meanwhile, the file would fall wherever the pointer happens to be.
      if (isPressed.current) await dragText(file.name, file.text);
    });
  };
  const onClick = (event: MouseEvent) => {
    // The end of a drag that came to nothing; from the keyboard there is none.
    if (wasDragged.current && event.detail > 0) return;
    void orTell(async () => {
      const { name, text } = await make();
      if (await files.saveText(name, text)) toast({ title: 'Saved as a Markdown file' });
    });
  };
  return (
    <IconButton
      label="Markdown file: drag it out, or press to save"
      aria-describedby={describedBy}
      draggable
      className="size-8 cursor-grab"
      onPointerDown={onPointerDown}
      onDragStart={onDragStart}
      onClick={onClick}
    >
      <FileDown aria-hidden />
    </IconButton>
  );
}
