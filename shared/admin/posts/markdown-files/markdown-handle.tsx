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
  /** Loads the values that become the file. */
  load: () => Promise<PostValues>;
  /** The id of the element that names the post or draft. */
  describedBy: string;
}

/**
 * A button that, when dragged, gives a Markdown file to any other program, and, when pressed, saves that file. Nothing
 * is drawn when the host cannot drag files.
 */
export function MarkdownHandle(props: MarkdownHandleProps) {
  const { dragText } = usePorts().files;
  return dragText === null ? null : <Handle {...props} dragText={dragText} />;
}

type DragText = NonNullable<AdminPorts['files']['dragText']>;

function Handle({ load, describedBy, dragText }: MarkdownHandleProps & { dragText: DragText }) {
  const { files } = usePorts();
  const markdownOf = useMarkdownOf();
  const toast = useToast();
  /** Made when the pointer is pressed: when the pointer moves, the system needs the file at once. */
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
    // A failure is reported where the file is awaited.
    made.current.catch(() => undefined);
    const release = () => {
      isPressed.current = false;
    };
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { once: true });
  };
  const onDragStart = (event: DragEvent) => {
    // Otherwise the browser would drag a picture of the button.
    event.preventDefault();
    wasDragged.current = true;
    void orTell(async () => {
      const file = await (made.current ?? make());
      // If the pointer was released meanwhile, the file would be dropped wherever the pointer happens to be.
      if (isPressed.current) await dragText(file.name, file.text);
    });
  };
  const onClick = (event: MouseEvent) => {
    // This click is the end of a drag without a drop; a key press has no drag.
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
