import { Trash2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { shortDate } from '../dates.ts';
import { imageName, thumbnailOf, usedByText, usePurgeImage, useUndeleteImage } from '../images/index.ts';

/** One picture in the bin. */
export function BinnedCard({ image }: { image: Image }) {
  const nameId = useId();
  const confirm = useConfirm();
  const undelete = useUndeleteImage();
  const purge = usePurgeImage();
  const name = imageName(image);
  const isPending = undelete.isPending || purge.isPending;
  const askAndPurge = async () => {
    const title = 'Delete this image for good?';
    const description = 'Its file goes at once, and nothing brings it back.';
    if (await confirm({ title, description, confirm: 'Delete for good', isDangerous: true })) purge.mutate(image);
  };
  return (
    <article
      aria-labelledby={nameId}
      className="flex h-full flex-col overflow-hidden rounded-md border border-line bg-surface"
    >
      <img src={thumbnailOf(image)} alt="" loading="lazy" className="aspect-[4/3] w-full bg-sunken object-cover" />
      <div className="grid min-w-0 gap-1 px-3 py-2">
        <h3 id={nameId} className="truncate text-sm font-semibold" title={name}>
          {name}
        </h3>
        <p className="truncate text-xs text-muted">Deleted {shortDate(image.deletedAt ?? image.created)}</p>
        <p className="truncate text-xs text-muted">{usedByText(image)}</p>
        <div className="mt-1 flex flex-wrap gap-1.5">
          <Button size="sm" disabled={isPending} onClick={() => undelete.mutate(image)}>
            <Undo2 aria-hidden />
            Restore
          </Button>
          <Button size="sm" disabled={isPending} onClick={askAndPurge}>
            <Trash2 aria-hidden />
            Delete for good
          </Button>
        </div>
      </div>
    </article>
  );
}
