import { z } from 'zod';
import { errorCodes } from '#shared/contract/error-body.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { WAITING_SAVES as DOCUMENT } from '#shared/workspace/document-ids.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import { newPostValues, withStoredValues } from '#shared/workspace/post-values.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { changeLoaded } from '../documents/stored.ts';
import type { RecordedSave } from './save-states.ts';

/**
 * The saves of this computer that the server has not answered, each stored under its draft. Whatever ends the program,
 * the saves are sent at its next start, under the same Idempotency-Key. A refused save stays with its reason until the
 * owner looks at it.
 */
interface WaitingSaves {
  /** Returns the saves by the ids of their drafts. */
  all(): Promise<ReadonlyMap<string, WaitingSave>>;
  /** Throws NotKeptError. */
  keep(draftId: string, save: WaitingSave): Promise<void>;
  /** Throws NotKeptError. */
  drop(draftId: string): Promise<void>;
}

/**
 * `since`: when the owner asked for the save, milliseconds since 1970; 0 if it was written by an earlier program, which
 * did not record it.
 */
export interface WaitingSave extends RecordedSave {
  readonly since: number;
}

export function createWaitingSaves(store: DocumentStore): WaitingSaves {
  const open = async () => openDocument(DOCUMENT, await store.load(DOCUMENT.id));
  // Each opening of the document adds an author to it, and a document never forgets an author; so it is opened once.
  let writing: ReturnType<typeof open> | null = null;
  async function write(draftId: string, save: JsonValue | undefined): Promise<void> {
    writing ??= open();
    try {
      await changeLoaded(store, await writing, (document) => document.setField(draftId, save));
    } catch (error) {
      // The next write must not build on a change that the disk never had.
      writing = null;
      throw error;
    }
    // A save contains the whole post: without compaction every save would stay on the disk.
    if (save === undefined) await store.compact(DOCUMENT.id);
  }
  return {
    async all() {
      const fields = Object.entries((await open()).fields());
      return new Map(
        fields.flatMap(([draftId, field]) => {
          const { success, data } = waitingSave.safeParse(field);
          return success ? [[draftId, data] as const] : [];
        }),
      );
    },
    keep: (draftId, save) => write(draftId, JSON.parse(JSON.stringify(save)) as JsonValue),
    drop: (draftId) => write(draftId, undefined),
  };
}

/**
 * Values that an older or newer program has written may lack fields of a post; these get the values of an empty form.
 */
const values = z
  .record(z.string(), z.json())
  .transform((stored) => withStoredValues(newPostValues, stored as Readonly<Record<string, JsonValue>>));
const intent = z.enum(['post', 'draft']);

const request = z.object({
  intent,
  postId: z.int().nullable(),
  version: z.int().nullable(),
  base: values.nullable(),
  values,
  key: z.string().nullable(),
});
export const storedFault = z.object({
  code: z
    .enum(errorCodes)
    .optional()
    .transform((code) => code),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
});

const waitingSave = z.object({
  pending: z.object({
    request,
    again: intent.nullable(),
    afterwards: values.nullable(),
    earlier: request.nullable().default(null),
    isNew: z.boolean(),
    isMerged: z.boolean(),
  }),
  fault: storedFault.nullable(),
  isTakenBack: z.boolean().default(false),
  since: z.number().default(0),
}) satisfies z.ZodType<WaitingSave>;
