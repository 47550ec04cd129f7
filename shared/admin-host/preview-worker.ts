import { renderPieces } from '#shared/content/pipeline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts';

// The preview's own thread: a long post costs time here, and no keystroke waits for it.

self.onmessage = ({ data: { number, markdown } }: MessageEvent<PreviewRequest>) => {
  const answer: PreviewAnswer = { number, preview: render(markdown) };
  self.postMessage(answer);
};

function render(markdown: string): PreviewAnswer['preview'] {
  try {
    return { pieces: renderPieces(markdown) };
  } catch (error) {
    if (error instanceof AppError) return { fault: error.message };
    throw error;
  }
}
