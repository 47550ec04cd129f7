import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A series as the post form offers it: `lastNumber` is the highest number of its posts, 0 where no post has one. */
const listedSeries = z.object({ name: z.string(), lastNumber: z.int() }).meta({ id: 'ListedSeries' });
export type ListedSeries = z.output<typeof listedSeries>;

export const listSeries = endpoint({
  name: 'listSeries',
  method: 'GET',
  path: '/api/series',
  token: 'read',
  summary: 'The series that posts outside the bin belong to, live or not, by name',
  response: z.array(listedSeries),
});
