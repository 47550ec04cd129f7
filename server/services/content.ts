import type { MarkdownRequest, PictureSizes } from '#server/workers/render-markdown.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import { PIPELINE_VERSION } from '#shared/content/pipeline-version.ts';

/** Readers' pages need no Markdown, so the pipeline is loaded when the first text is rendered. */
export const loadPipeline = () => import('#server/workers/render-markdown.ts');

/** Texts up to this many characters are rendered here; larger ones in a thread (design §6). */
const LARGEST_HERE = 20_000;
const OWN_PICTURE = /\/uploads\/[\w.-]+/g;

export interface ContentService {
  /**
   * Markdown → sanitized HTML and plain text, with the sizes of our own pictures.
   * Rejects with AppError `content_too_complex` beyond the bounds of the pipeline or after two seconds.
   */
  render(markdown: string): Promise<RenderedContent>;
  readonly version: number;
}

export interface ContentOptions {
  worker: WorkerClient<MarkdownRequest, RenderedContent>;
  /** Sizes of those of the addresses ("/uploads/x.jpg") that are pictures of ours. */
  pictureSizes: (addresses: string[]) => Promise<PictureSizes>;
}

export function createContentService({ worker, pictureSizes }: ContentOptions): ContentService {
  return {
    version: PIPELINE_VERSION,
    async render(markdown) {
      const addresses = [...new Set(markdown.match(OWN_PICTURE) ?? [])];
      const pictures = addresses.length > 0 ? await pictureSizes(addresses) : {};
      const request = { markdown, pictures };
      if (markdown.length > LARGEST_HERE) return worker.ask(request);
      return (await loadPipeline()).renderMarkdown(request);
    },
  };
}
