import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useAltQuestion } from './alt-question.tsx';
import { deletionQuestion } from './deletion-question.tsx';
import { ImageBrowser } from './image-browser.tsx';
import { ImageCard } from './image-card.tsx';
import type { InlineImages } from './inline-images.ts';
import { useDeleteImage } from './use-images.ts';

interface ImageManagerProps {
  isOpen: boolean;
  onClose: () => void;
  /** The address of the post's featured picture; empty for none. */
  featuredImage: string;
  /** Called with the address and the picture itself; the picture is null if the post is to have none. */
  onFeature: (address: string, image: Image | null) => void;
  /** The file names of the pictures that the post shows. */
  names: readonly string[];
  inline: InlineImages;
}

/** All stored pictures, with the actions of the open post (docs/rules.md, "Image Manager"). */
export function ImageManager({ isOpen, onClose, inline, ...rest }: ImageManagerProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      place="wide"
      title="Image Manager"
      footer={
        <>
          <Button className="min-w-0 whitespace-normal!" disabled={inline.count === 0} onClick={inline.removeAll}>
            Remove All Inline Images
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close Window
          </Button>
        </>
      }
    >
      <ManagedImages isOpen={isOpen} inline={inline} {...rest} />
    </Dialog>
  );
}

function ManagedImages({ isOpen, inline, featuredImage, onFeature, names }: Omit<ImageManagerProps, 'onClose'>) {
  const confirm = useConfirm();
  const [askForAlt, altQuestion] = useAltQuestion();
  const remove = useDeleteImage((image) => {
    if (image.url === featuredImage) onFeature('', null);
  });
  const askAndDelete = async (image: Image) => {
    if (await confirm(deletionQuestion(image))) remove.mutate(image);
  };
  const insert = async (position: number, image: Image) => {
    const alt = await askForAlt(image);
    if (alt !== null) inline.insert(position, { url: image.url, alt });
  };
  return (
    <>
      <ImageBrowser
        isOpen={isOpen}
        choices={['all', 'post', 'unused']}
        names={names}
        scrolls="box"
        cellWidth={272}
        cellHeight={() => 368}
        renderCard={(image) => (
          <ImageCard
            image={image}
            isFeatured={image.url === featuredImage}
            onFeature={onFeature}
            inline={{ ...inline, insert }}
            onDelete={askAndDelete}
          />
        )}
      />
      {altQuestion}
    </>
  );
}
