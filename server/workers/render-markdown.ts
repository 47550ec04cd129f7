import { type RenderedContent, renderContent } from '#shared/content/pipeline.ts';
import type { PostStyle } from '#shared/kernel/post-style.ts';

/** The sizes of our own pictures by address, looked up in advance, because a thread has no database. */
export type PictureSizes = Record<string, { width: number; height: number; srcset: string }>;

export interface MarkdownRequest {
  markdown: string;
  pictures: PictureSizes;
  style?: PostStyle;
}

/** Renders Markdown to HTML with the sizes of our own pictures; the same in the server's thread and in the worker. */
export function renderMarkdown({ markdown, pictures, style }: MarkdownRequest): RenderedContent {
  return renderContent(markdown, {
    ...(style && { style }),
    picture: (source) => (Object.hasOwn(pictures, source) ? (pictures[source] ?? null) : null),
  });
}
