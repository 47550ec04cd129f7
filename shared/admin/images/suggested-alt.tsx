import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { altSuggestion } from './alt-suggestion.ts';

interface SuggestedAltProps {
  image: Image;
  /** The text in the field. */
  alt: string;
  onChoose: (alt: string) => void;
}

/** Proposes alternative text for a picture that has none, if its title or its file name contains words. */
export function SuggestedAlt({ image, alt, onChoose }: SuggestedAltProps) {
  const suggestion = altSuggestion(image);
  if (alt.trim() !== '' || suggestion === '') return null;
  return (
    <Button size="sm" className="justify-self-start whitespace-normal! text-start" onClick={() => onChoose(suggestion)}>
      Use “{suggestion}”
    </Button>
  );
}
