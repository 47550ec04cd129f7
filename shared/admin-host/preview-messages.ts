import type { Preview } from '#shared/admin/ports.ts';
import type { PostStyle } from '#shared/kernel/post-style.ts';

export interface PreviewRequest {
  number: number;
  markdown: string;
  style: PostStyle;
}

export interface PreviewAnswer {
  number: number;
  preview: Preview;
}
