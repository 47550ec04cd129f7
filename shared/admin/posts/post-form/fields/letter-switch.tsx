import type { PublicationLetter } from '#shared/contract/letters/letters.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { useHoldLetter } from '../saving/use-publication-letter.ts';

interface LetterSwitchProps {
  postId: number;
  letter: PublicationLetter;
  isReadOnly: boolean;
}

/** Whether a stored post is sent as a letter when it goes live. */
export function LetterSwitch({ postId, letter, isReadOnly }: LetterSwitchProps) {
  const hold = useHoldLetter(postId);
  return (
    <Switch
      label="Letter"
      hint={<span className="max-md:sr-only">Sent to subscribers</span>}
      checked={!letter.isHeld}
      disabled={isReadOnly || hold.isPending}
      onChange={(isSent) => hold.mutate(!isSent)}
    />
  );
}
