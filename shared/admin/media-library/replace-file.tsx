import { Replace } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { notAPicture, postCount, UploadProgress, useReplaceImage } from '../images/index.ts';

interface ReplaceFileProps {
  image: Image;
  onReplaced: (image: Image) => void;
}

/** Replaces the file of a picture, after explaining the consequences. */
export function ReplaceFile({ image, onReplaced }: ReplaceFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState(0);
  const underWay = useRef<AbortController | null>(null);
  const confirm = useConfirm();
  const toast = useToast();
  const replace = useReplaceImage(onReplaced);
  const askAndReplace = async (file: File) => {
    const refusal = notAPicture(file);
    if (refusal !== null)
      return toast({ title: 'The file was not replaced', description: refusal, variant: 'destructive' });
    const title = `Replace this file with “${file.name}”?`;
    if (!(await confirm({ title, description: <Consequences image={image} file={file} />, confirm: 'Replace' })))
      return;
    setProgress(0);
    const controller = new AbortController();
    underWay.current = controller;
    replace.mutate({ image, file, signal: controller.signal, onProgress: setProgress });
  };
  if (replace.isPending)
    return (
      <UploadProgress
        filename={replace.variables.file.name}
        progress={progress}
        onCancel={() => underWay.current?.abort()}
      />
    );
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Replacement file"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void askAndReplace(file);
        }}
      />
      <Button size="sm" className="justify-self-start" onClick={() => input.current?.click()}>
        <Replace aria-hidden />
        Replace file
      </Button>
    </>
  );
}

function Consequences({ image, file }: { image: Image; file: File }) {
  const posts = image.usedBy.length;
  const wasMoving = image.filename.endsWith('.gif');
  const mayMove = /^image\/(gif|webp|apng|avif)$/.test(file.type);
  return (
    <>
      <p>
        {posts > 0 && `${postCount(posts)} will show the new file, each with a revision. `}
        The file gets an address of its own, and the old address leads to it. The old file stays in the bin for 30 days.
      </p>
      {wasMoving && !mayMove && <p className="mt-2 font-semibold">The old picture moves; the new one will not.</p>}
    </>
  );
}
