import { Eye, EyeOff, Images, Link2, Maximize2, Minimize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { OfferingButton } from '../offer-commands.tsx';

interface EditorBarProps {
  isReadOnly: boolean;
  isLinking: boolean;
  /** The id of the panel of pictures; null while the panel is closed. */
  images: string | null;
  isPreviewing: boolean;
  isFocused: boolean;
  /** Other controls to show in the bar. */
  help: ReactNode;
  onLink: () => void;
  onImages: () => void;
  onPreview: () => void;
  onFocus: () => void;
}

/** The bar above the text: buttons for links, pictures, the preview, and how much of the window the text takes. */
export function EditorBar({ isReadOnly, isLinking, images, isPreviewing, isFocused, help, ...on }: EditorBarProps) {
  return (
    <div className="@container -mx-1 mb-1 short:mb-0">
      {/* The padding leaves room for the buttons' focus rings. Visually hidden labels scroll away with the bar. */}
      <div className="relative flex gap-2 overflow-x-auto p-1 [scrollbar-width:thin]">
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
        <div className="ms-auto flex gap-2">
          <Button
            size="sm"
            title="Focus mode"
            aria-pressed={isFocused}
            aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
            onClick={on.onFocus}
          >
            {isFocused ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
            <ShortLabel>Focus mode</ShortLabel>
          </Button>
          <OfferingButton
            command={isPreviewing ? 'Close Preview' : 'Preview'}
            words={['readers', 'look']}
            size="sm"
            title="Preview"
            aria-pressed={isPreviewing}
            onClick={on.onPreview}
          >
            {isPreviewing ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            <ShortLabel>Preview</ShortLabel>
          </OfferingButton>
        </div>
      </div>
    </div>
  );
}

/** A label that is visible where there is room for it; elsewhere the icon alone is shown. */
function ShortLabel({ children }: { children: string }) {
  return <span className="sr-only @2xl:not-sr-only">{children}</span>;
}
