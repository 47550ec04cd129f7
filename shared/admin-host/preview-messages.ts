import type { Preview } from '#shared/admin/ports.ts';

export interface PreviewRequest {
  number: number;
  markdown: string;
}

export interface PreviewAnswer {
  number: number;
  preview: Preview;
}
