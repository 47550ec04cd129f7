import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoDate } from '../fields.ts';

/** The state of the publication to reader instances, as the owner sees it. */
const publicationStatus = z
  .object({
    /**
     * `off`: there are no readers. `current`: everything is published. `waiting`, `publishing`: a change will soon be,
     * or is being, published. `failing`: publishing failed and is retried. `stopped`: another server of this site
     * publishes, and this server publishes again only after a restart.
     */
    state: z.enum(['off', 'current', 'waiting', 'publishing', 'failing', 'stopped']),
    /** The last publication; null before the first. */
    last: z
      .object({
        number: z.int(),
        at: isoDate,
        /** The sizes of its database: compressed, and as readers have it. */
        bytes: z.int(),
        plainBytes: z.int(),
        /** The number of posts in it that are due within a day. */
        due: z.int(),
      })
      .nullable(),
    /** Since when publishing fails, and why it failed the last time. */
    failure: z.object({ since: isoDate, message: z.string() }).nullable(),
  })
  .meta({ id: 'PublicationStatus' });
export type PublicationStatus = z.output<typeof publicationStatus>;

export const getPublication = endpoint({
  name: 'getPublication',
  method: 'GET',
  path: '/api/publication',
  summary: 'Whether reader instances get what is new',
  response: publicationStatus,
});
