import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MarkdownRequest, PictureSizes } from '#server/workers/render-markdown.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import { htmlVersionOf } from '#shared/content/pipeline-version.ts';
import type { PostStyle } from '#shared/kernel/post-style.ts';

/** Readers' pages need no Markdown, so the pipeline is loaded when the first text is rendered. */
export const loadPipeline = () => import('#server/workers/render-markdown.ts');

/**
 * Texts up to so many characters and lines are rendered here, others in a thread. 20 KB would hold the event loop for
 * up to half a second, 8 KB for a tenth of one (measured), and nothing may hold it for more than 50 ms.
 */
const LARGEST_HERE = { characters: 2000, lines: 60 };
const OWN_PICTURE = /\/uploads\/[\w.-]+/g;

export interface ContentService {
  /**
   * Markdown → sanitized HTML and plain text, with the sizes of our own pictures; `stored` has those of pictures that are
   * not in the library yet.
   * Rejects with AppError `content_too_complex` beyond the bounds of the pipeline or of the time its thread may work on it,
   * `overloaded` when the machine did not get to it.
   */
  render(markdown: string, stored?: PictureSizes): Promise<RenderedContent & { htmlVersion: number }>;
  /** What HTML is stored with that is rendered now. */
  htmlVersion(): Promise<number>;
}

interface ContentOptions {
  worker: WorkerClient<MarkdownRequest, RenderedContent>;
  /** Sizes of those of the addresses ("/uploads/x.jpg") that are pictures of ours. */
  pictureSizes: (addresses: string[]) => Promise<PictureSizes>;
  /** How posts are shown now. */
  style: () => Promise<PostStyle>;
}

export function createContentService({ worker, pictureSizes, style }: ContentOptions): ContentService {
  const render = async (request: MarkdownRequest) => {
    if (!isSmall(request.markdown)) return worker.ask(request);
    const { renderMarkdown } = await loadPipeline();
    // The first time, loading takes half of what the event loop may be held for, and so does rendering.
    await nextTurn();
    return renderMarkdown(request);
  };
  return {
    htmlVersion: async () => htmlVersionOf(await style()),
    async render(markdown, stored = {}) {
      const addresses = [...new Set(markdown.match(OWN_PICTURE) ?? [])];
      const pictures = { ...(addresses.length > 0 && (await pictureSizes(addresses))), ...stored };
      const chosen = await style();
      return { ...(await render({ markdown, pictures, style: chosen })), htmlVersion: htmlVersionOf(chosen) };
    },
  };
}

function isSmall(markdown: string): boolean {
  return markdown.length <= LARGEST_HERE.characters && markdown.split('\n').length <= LARGEST_HERE.lines;
}
