import { useState } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { ImageBrowser, LibraryCard, libraryCardHeight, useEmptyImageBin } from '../images/index.ts';
import { OfferingButton } from '../offer-commands.tsx';
import { WaitingPictureList } from '../waiting-pictures/index.ts';
import { BinnedCard } from './binned-card.tsx';
import { ImageDetails } from './image-details.tsx';

/** All stored pictures, with all actions on them (docs/rules.md, "Media library"). */
export function MediaLibrary() {
  const [open, setOpen] = useState<Image | null>(null);
  return (
    <section aria-labelledby="media-library" className="admin-width py-6 md:py-8">
      <h2 id="media-library" className="mb-4 font-serif text-2xl font-medium">
        Media Library
      </h2>
      <WaitingPictureList />
      <ImageBrowser
        isOpen
        choices={['all', 'unused', 'bin']}
        scrolls="page"
        cellWidth={160}
        cellHeight={libraryCardHeight}
        binNote={<BinNote />}
        renderCard={(image) =>
          image.deletedAt === null ? <LibraryCard image={image} onPress={setOpen} /> : <BinnedCard image={image} />
        }
      />
      <ImageDetails image={open} onChange={setOpen} onClose={() => setOpen(null)} />
    </section>
  );
}

function BinNote() {
  const confirm = useConfirm();
  const empty = useEmptyImageBin();
  const askAndEmpty = async () => {
    const title = 'Delete every picture in the bin for good?';
    const description = 'Their files go at once, and nothing brings them back.';
    if (await confirm({ title, description, confirm: 'Empty the bin', isDangerous: true })) empty.mutate();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
        Deleted for good after 30 days. Until then readers do not get these pictures, and they take up room on the disk.
      </p>
      <OfferingButton
        command="Empty the Bin of Pictures"
        words={['delete for good']}
        size="sm"
        variant="danger"
        disabled={empty.isPending}
        onClick={askAndEmpty}
      >
        Empty the bin
      </OfferingButton>
    </div>
  );
}
