import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { ImageCard } from './image-card.tsx';
import { usedByText } from './image-texts.ts';
import type { InlineImages } from './inline-images.ts';
import { useDeleteImage, useImages } from './use-images.ts';

interface ImageManagerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Address of the post's featured picture; empty for none. */
  featuredImage: string;
  onFeature: (address: string) => void;
  inline: InlineImages;
}

/** Every stored picture, and what the open post does with it (docs/rules.md, "Image Manager"). */
export function ImageManager({ isOpen, onClose, inline, ...featured }: ImageManagerProps) {
  const confirm = useConfirm();
  const { count } = inline;
  const removeAll = async () => {
    const title = count === 1 ? 'Remove the picture from the text?' : `Remove all ${count} pictures from the text?`;
    const description = 'At the five positions and everywhere else in it. The stored pictures stay.';
    if (await confirm({ title, description, confirm: 'Remove', isDangerous: true })) inline.removeAll();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      place="wide"
      title="Image Manager"
      footer={
        <>
          <Button className="min-w-0 whitespace-normal!" disabled={count === 0} onClick={removeAll}>
            Remove All Inline Images
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close Window
          </Button>
        </>
      }
    >
      <ImageGrid isOpen={isOpen} inline={inline} {...featured} />
    </Dialog>
  );
}

function ImageGrid({ isOpen, inline, featuredImage, onFeature }: Omit<ImageManagerProps, 'onClose'>) {
  const images = useImages(isOpen);
  const confirm = useConfirm();
  const remove = useDeleteImage((image) => {
    if (image.url === featuredImage) onFeature('');
  });
  const askAndDelete = async (image: Image) => {
    const title = 'Are you sure you want to delete this image?';
    const description =
      image.usedBy.length > 0 ? `${usedByText(image)}, which will show nothing in its place.` : undefined;
    if (await confirm({ title, description, confirm: 'Delete', isDangerous: true })) remove.mutate(image);
  };

  if (images.isError && !images.data) {
    return <LoadFailed error={images.error} onTryAgain={() => images.refetch()} />;
  }
  if (!images.data) {
    return (
      <div className="image-grid" role="status" aria-label="Loading images">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((number) => (
          <Skeleton key={number} className="h-72" />
        ))}
      </div>
    );
  }
  const stored = images.data.pages.flatMap((page) => page.items);
  if (stored.length === 0) return <EmptyState title="No images found. Generate some images to see them here." />;
  return (
    <>
      <ul className="image-grid">
        {stored.map((image) => (
          <li key={image.id}>
            <ImageCard
              image={image}
              isFeatured={image.url === featuredImage}
              onFeature={onFeature}
              inline={inline}
              onDelete={askAndDelete}
            />
          </li>
        ))}
      </ul>
      {images.hasNextPage && (
        <div className="mt-5 text-center">
          <Button onClick={() => images.fetchNextPage()} disabled={images.isFetchingNextPage}>
            {images.isFetchingNextPage ? 'Loading...' : 'More images'}
          </Button>
        </div>
      )}
    </>
  );
}
