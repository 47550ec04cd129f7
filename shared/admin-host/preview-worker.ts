import { renderPieces } from '#shared/content/pipeline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PostStyle } from '#shared/kernel/post-style.ts';
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts';

// A separate thread for the preview: a long post takes time here, and no keystroke waits for it.

self.onmessage = ({ data: { number, markdown, style } }: MessageEvent<PreviewRequest>) => {
  const answer: PreviewAnswer = { number, preview: render(markdown, style) };
  self.postMessage(answer);
};

function render(markdown: string, style: PostStyle): PreviewAnswer['preview'] {
  try {
    return { pieces: renderPieces(markdown, style) };
  } catch (error) {
    if (error instanceof AppError) return { fault: error.message };
    throw error;
  }
}
