import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MarkdownRequest, PictureSizes } from '#server/workers/render-markdown.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import { htmlVersionOf } from '#shared/content/pipeline-version.ts';
import type { PostStyle } from '#shared/kernel/post-style.ts';

/** Readers' pages need no Markdown, so the pipeline is loaded when the first text is rendered. */
export const loadPipeline = () => import('#server/workers/render-markdown.ts');

/**
 * Texts up to this many characters and lines are rendered here, longer ones in a thread. 20 KB would block the event
 * loop for up to half a second, 8 KB for a tenth of a second (measured), and nothing may block it for more than 50 ms.
 */
const LARGEST_HERE = { characters: 2000, lines: 60 };
const OWN_PICTURE = /\/uploads\/[\w.-]+/g;

export interface ContentService {
  /**
   * Markdown → sanitized HTML and plain text, with the sizes of our own pictures; `stored` has the sizes of pictures
   * that are not in the library yet. Rejects with AppError `content_too_complex` when the text exceeds the bounds of
   * the pipeline or the time limit of its thread, `overloaded` when the machine was too busy to render it.
   */
  render(markdown: string, stored?: PictureSizes): Promise<RenderedContent & { htmlVersion: number }>;
  /** The version with which HTML that is rendered now is stored. */
  htmlVersion(): Promise<number>;
}

interface ContentOptions {
  worker: WorkerClient<MarkdownRequest, RenderedContent>;
  /** The sizes of our own pictures among the addresses ("/uploads/x.jpg"). */
  pictureSizes: (addresses: string[]) => Promise<PictureSizes>;
  /** How posts are shown now. */
  style: () => Promise<PostStyle>;
}

export function createContentService({ worker, pictureSizes, style }: ContentOptions): ContentService {
  const render = async (request: MarkdownRequest) => {
    if (!isSmall(request.markdown)) return worker.ask(request);
    const { renderMarkdown } = await loadPipeline();
    // At the first call, loading takes half of the time for which the event loop may be blocked, and rendering takes as
    // long.
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
