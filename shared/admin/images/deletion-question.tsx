import type { Image } from '#shared/contract/images.ts';
import type { Question } from '#shared/ui/confirm.tsx';
import { deletionWarning } from './image-texts.ts';

/** Returns the question that is asked before a picture goes into the bin: it names the posts that show the picture. */
export function deletionQuestion(image: Image): Question {
  const warning = deletionWarning(image);
  return {
    title: 'Are you sure you want to delete this image?',
    description: (
      <>
        {warning && <p className="mb-2">{warning}</p>}
        <p>It stays in the bin of the Media Library for 30 days.</p>
      </>
    ),
    confirm: 'Delete',
    isDangerous: true,
  };
}
