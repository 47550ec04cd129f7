import { z } from 'zod';

/** A picture that waits on this computer until it can be sent. `since` in milliseconds since 1970, `size` in bytes. */
const waitingPictureState = z.object({
  id: z.string(),
  /** What the file was called. */
  name: z.string(),
  size: z.int(),
  since: z.number(),
  /** Why the server does not take it, in words for the owner; null while it waits. */
  fault: z.string().nullable(),
});
export type WaitingPictureState = z.output<typeof waitingPictureState>;

/** In the order in which they are sent. */
export const waitingPictureStates = z.array(waitingPictureState).readonly();
