import type { PublicationLetter } from '#shared/contract/letters/letters.ts';
import { Switch } from '#shared/ui/switch.tsx';
import type { PostSession } from '../../../editor/index.ts';
import { useHoldLetter } from '../saving/use-publication-letter.ts';

interface LetterSwitchProps {
  /** Null for a post that was never stored: its draft keeps the wish, which goes with the save that makes it. */
  postId: number | null;
  session: PostSession;
  letter: PublicationLetter;
  isReadOnly: boolean;
}

/** Whether a post is sent as a letter when it goes live. */
export function LetterSwitch({ postId, session, letter, isReadOnly }: LetterSwitchProps) {
  const hold = useHoldLetter(postId ?? 0);
  return (
    <Switch
      label="Letter"
      hint={<span className="max-md:sr-only">Sent to subscribers</span>}
      checked={!letter.isHeld}
      disabled={isReadOnly || hold.isPending}
      onChange={(isSent) => (postId === null ? session.holdLetter(!isSent) : hold.mutate(!isSent))}
    />
  );
}
