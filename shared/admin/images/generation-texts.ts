import { ApiError } from '#shared/api-client/api-error.ts';
import { type ErrorCode, errorRegistry } from '#shared/kernel/errors.ts';
import { errorText } from '../error-text.ts';

/** A fixed text: docs/rules.md, "Generate Image". */
export const NEEDS_TEXT = 'Please fill in the title and excerpt first to generate an image.';

/** The second toast, shown when an account's image model is not ready. */
export const ALMOST_READY = {
  title: 'Almost Ready!',
  description:
    "Image-model access is still activating. Please try again in 5-10 minutes or check the provider's billing settings.",
};

/** Texts for error codes whose words in the registry do not fit the generation of a picture. */
const TEXTS: Partial<Record<ErrorCode, string>> = {
  not_built: 'Image generation is not set up on this server.',
  picture_refused: 'What the AI provider sent is no picture we can use. Try again, or describe it differently.',
  ai_stopped: 'The picture was stopped before it was made.',
  ai_refused: 'The AI provider refused to make this picture. Describe it differently.',
  ai_context_too_large: 'The excerpt and the custom prompt are too long for the image model. Shorten them.',
};

/** Says why there is no picture, and what to do. If the server says more than its registry, its own words are shown. */
export function generationFault(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === undefined) return errorText(error);
  const saysMore = error.detail !== errorRegistry[error.code].message;
  return (saysMore ? undefined : TEXTS[error.code]) ?? errorText(error);
}

/** Whether a message is what a provider says while an account's image model is not ready. */
export function isNotReady(message: string): boolean {
  return /no access|billing|being activated/i.test(message);
}
