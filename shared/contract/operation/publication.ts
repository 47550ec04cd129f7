import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoDate } from '../fields.ts';

/** What is published to reader instances, as the owner sees it. */
const publicationStatus = z
  .object({
    /**
     * `off`: there are no readers. `current`: everything is published. `waiting`, `publishing`: a change soon will be, or is
     * being published. `failing`: it could not be, and is tried again. `stopped`: another server of this site publishes,
     * and this one does so again only after a restart.
     */
    state: z.enum(['off', 'current', 'waiting', 'publishing', 'failing', 'stopped']),
    /** Of the last publication; null before the first. */
    last: z
      .object({
        number: z.int(),
        at: isoDate,
        /** Of its database, compressed and as readers have it. */
        bytes: z.int(),
        plainBytes: z.int(),
        /** Posts due within a day that travelled with it. */
        due: z.int(),
      })
      .nullable(),
    /** Since when it fails, and why it did the last time. */
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
