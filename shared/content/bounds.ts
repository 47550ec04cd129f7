import { AppError } from '#shared/kernel/errors.ts';

const MAX_BYTES = 1_000_000;

/** Refuses, before parsing, a text whose rendering would cost too much. Throws `content_too_complex`. */
export function checkBounds(markdown: string): void {
  if (markdown.length > MAX_BYTES || new TextEncoder().encode(markdown).length > MAX_BYTES) {
    throw new AppError('content_too_complex');
  }
}
