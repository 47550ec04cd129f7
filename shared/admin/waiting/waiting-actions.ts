import { z } from 'zod';
import { openDocument } from '#shared/workspace/document.ts';
import { WAITING_ACTIONS as DOCUMENT } from '#shared/workspace/document-ids.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { changeLoaded } from '../documents/stored.ts';
import { storedFault } from '../editor/index.ts';

/** Whether readers see a post, and since when: the fields that are set without opening the post. */
const publication = z.object({ published: z.boolean(), publishedAt: z.string().nullable() }).partial();
export type Publication = z.output<typeof publication>;

/** In its JSON form: the contract's own schema reads it when it is sent. */
const keptBody = z.record(z.string(), z.json()).transform((body) => body as Readonly<Record<string, JsonValue>>);

/** What the owner did to a post without its form; `before` is the former value of the fields. */
const postAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('change'), version: z.int(), fields: publication, before: publication }),
  /** `body` is the body of `keepPendingChange`. Its words are in the bin, too. */
  z.object({
    type: z.literal('keep-pending'),
    body: keptBody,
    dueAt: z.string().nullable(),
  }),
  z.object({ type: z.literal('publish-pending'), pendingVersion: z.int() }),
  z.object({ type: z.literal('discard-pending'), pendingVersion: z.int() }),
]);
export type PostAction = z.output<typeof postAction>;

const waitingAction = z.object({
  id: z.string(),
  postId: z.int(),
  title: z.string(),
  /** When the owner asked for the action, milliseconds since 1970. */
  since: z.number(),
  action: postAction,
  /** Why the action was refused; null while it waits. */
  fault: storedFault.nullable(),
});

/** An action of the owner that the server has not answered. */
export type WaitingAction = z.output<typeof waitingAction>;

/**
 * The owner's actions on posts without their forms that the server has not answered, on this device alone, in the order
 * in which they were asked for. An action is written down before it is sent, and sent again until there is an answer.
 */
export interface WaitingActions {
  all(): Promise<WaitingAction[]>;
  /** Throws NotKeptError. */
  keep(action: WaitingAction): Promise<void>;
  /** Throws NotKeptError. */
  drop(id: string): Promise<void>;
}

export function createWaitingActions(store: DocumentStore): WaitingActions {
  const open = async () => openDocument(DOCUMENT, await store.load(DOCUMENT.id));
  async function write(id: string, value: JsonValue | undefined): Promise<void> {
    await changeLoaded(store, await open(), (document) => document.setField(id, value));
    // A pending change contains a whole post: without compaction every one would stay on the disk.
    if (value === undefined) await store.compact(DOCUMENT.id);
  }
  return {
    async all() {
      const found = Object.values((await open()).fields()).flatMap((field) => {
        const { success, data } = waitingAction.safeParse(field);
        return success ? [data] : [];
      });
      return found.sort((a, b) => a.since - b.since);
    },
    keep: (action) => write(action.id, JSON.parse(JSON.stringify(action)) as JsonValue),
    drop: (id) => write(id, undefined),
  };
}
