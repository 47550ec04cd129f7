import type { PublicationLetter } from '#shared/contract/letters/letters.ts';
import { Switch } from '#shared/ui/switch.tsx';
import type { PostSession } from '../../../editor/index.ts';
import { useHoldLetter } from '../saving/use-publication-letter.ts';

interface LetterSwitchProps {
  /**
   * Null for a post that was never stored: then the draft keeps the choice, which is sent with the save that creates
   * the post.
   */
  postId: number | null;
  session: PostSession;
  letter: PublicationLetter;
  isReadOnly: boolean;
}

/** The switch that decides whether a post is sent as a letter when it goes live. */
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
