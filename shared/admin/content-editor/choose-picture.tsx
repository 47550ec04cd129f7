import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { ImageBrowser, LibraryCard, libraryCardHeight } from '../images/index.ts';
import { onceClosed, useOfferCommands } from '../offer-commands.tsx';

interface ChoosePicture {
  /** Opens the window. The function keeps its identity between renders. */
  open(): void;
  window: ReactNode;
}

/**
 * A window that shows the stored pictures. Pressing a picture chooses it; a picture that is uploaded in the window can
 * be chosen as well.
 */
export function useChoosePicture(isReadOnly: boolean, onChoose: (image: Image) => void): ChoosePicture {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  const close = () => setIsOpen(false);
  useOfferCommands(
    !isReadOnly && {
      title: 'Picture from the Media Library',
      words: ['insert', 'image', 'photo', 'gallery'],
      run: () => onceClosed(open),
    },
  );
  const choose = (image: Image) => {
    close();
    onChoose(image);
  };
  return {
    open,
    window: (
      <Dialog
        isOpen={isOpen}
        onClose={close}
        place="wide"
        title="Choose a picture"
        description="It goes into the text where the cursor is."
      >
        <StoredPictures isOpen={isOpen} onChoose={choose} />
      </Dialog>
    ),
  };
}

function StoredPictures({ isOpen, onChoose }: { isOpen: boolean; onChoose: (image: Image) => void }) {
  const latest = useRef(onChoose);
  latest.current = onChoose;
  // The function keeps its identity, so that cards are not rendered again while others are loaded.
  const choose = useCallback((image: Image) => latest.current(image), []);
  return (
    <ImageBrowser
      isOpen={isOpen}
      choices={['all', 'unused']}
      scrolls="box"
      cellWidth={160}
      cellHeight={libraryCardHeight}
      renderCard={(image) => <LibraryCard image={image} onPress={choose} />}
    />
  );
}
