import { Eye, EyeOff, Images, Link2, Maximize2, Minimize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { OfferingButton } from '../offer-commands.tsx';

interface EditorBarProps {
  isReadOnly: boolean;
  isLinking: boolean;
  /** The id of the pictures' panel; null while it is closed. */
  images: string | null;
  isPreviewing: boolean;
  isFocused: boolean;
  /** What else stands there. */
  help: ReactNode;
  onLink: () => void;
  onImages: () => void;
  onPreview: () => void;
  onFocus: () => void;
}

/** What stands above the text: its links, its pictures, and how much of the window it has. */
export function EditorBar({ isReadOnly, isLinking, images, isPreviewing, isFocused, help, ...on }: EditorBarProps) {
  return (
    <div className="mb-2 flex flex-wrap gap-2 short:mb-1">
      <OfferingButton
        command="Add Hyperlinks"
        words={['link', 'url', 'address']}
        size="sm"
        disabled={isReadOnly}
        aria-expanded={isLinking}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={on.onLink}
      >
        <Link2 aria-hidden />
        Add Hyperlinks
      </OfferingButton>
      <OfferingButton
        command="In-content Images"
        words={['pictures', 'photos', 'insert']}
        size="sm"
        aria-expanded={images !== null}
        aria-controls={images ?? undefined}
        onClick={on.onImages}
      >
        <Images aria-hidden />
        In-content images
      </OfferingButton>
      {help}
      {/* Where the row is too short they go on together. */}
      <div className="ms-auto flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-pressed={isFocused}
          aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
          onClick={on.onFocus}
        >
          {isFocused ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          Focus mode
        </Button>
        <OfferingButton
          command={isPreviewing ? 'Close Preview' : 'Preview'}
          words={['readers', 'look']}
          size="sm"
          aria-pressed={isPreviewing}
          onClick={on.onPreview}
        >
          {isPreviewing ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          Preview
        </OfferingButton>
      </div>
    </div>
  );
}
