import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What an export would contain now. Sizes are in bytes, before compression. */
const exportSummary = z
  .object({
    posts: z.int(),
    /** The size of the posts' texts. */
    postBytes: z.int(),
    pictures: z.int(),
    pictureBytes: z.int(),
    subscribers: z.int(),
  })
  .meta({ id: 'ExportSummary' });
export type ExportSummary = z.output<typeof exportSummary>;

export const getExportSummary = endpoint({
  name: 'getExportSummary',
  method: 'GET',
  path: '/api/export/summary',
  summary: 'What an export would hold, and how large it would be',
  response: exportSummary,
});

export const exportSite = endpoint({
  name: 'exportSite',
  method: 'GET',
  path: '/api/export',
  audit: 'export_made',
  summary: 'Everything an owner takes along as one zip archive: Markdown, pictures, and JSON for the rest',
  stream: 'application/zip',
  errors: ['rate_limited', 'overloaded'],
});

export const exportForGhost = endpoint({
  name: 'exportForGhost',
  method: 'GET',
  path: '/api/export/ghost',
  audit: 'export_made',
  summary: 'Posts, tags and authors as one zip archive that Ghost imports',
  query: z.object({
    /** `within`: the archive contains the pictures. `at-site`: it does not; the posts show those of this site. */
    pictures: z.enum(['within', 'at-site']).default('within'),
  }),
  stream: 'application/zip',
  errors: ['rate_limited', 'overloaded'],
});
