import { AppError } from '#shared/kernel/errors.ts';
import { setVideoCards } from './html/embed-frames.ts';
import { plainText } from './plain-text.ts';
import { contentTree } from './tree.ts';

/**
 * Returns the words of a post as readers see them, without markup. A text too complex to render is returned unchanged.
 */
export function contentText(markdown: string): string {
  try {
    const { tree } = contentTree(markdown);
    setVideoCards(tree);
    return plainText(tree);
  } catch (error) {
    if (error instanceof AppError && error.code === 'content_too_complex') return markdown;
    throw error;
  }
}
