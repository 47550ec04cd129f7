import { z } from 'zod';
import type { HistoryKind } from '#shared/contract/history.ts';

const id = z.int().positive();
/** The former slugs that led to the author or tag. */
const redirects = z.array(z.string());
/** The id of the author or category to which the posts were moved. */
const movedTo = id.optional();

const text = z.string();
const categoryFields = z.object({ name: text, slug: text, description: text, color: text, icon: text });
const authorFields = z.object({
  name: text,
  email: text,
  bio: text.nullable(),
  avatar: text.nullable(),
  social: text.nullable(),
});
/** The former values of the site's settings that were changed; null where nothing was set. */
const settingsFields = z.record(z.string(), z.string().nullable());

/**
 * The states that History stores of each kind, told apart by `was`. A `restored` state says how to undo the restoring.
 */
export const states = {
  category: z.discriminatedUnion('was', [
    z.object({ was: z.literal('deleted'), fields: categoryFields, movedTo }),
    z.object({ was: z.literal('replaced'), fields: categoryFields }),
    z.object({ was: z.literal('restored'), movedTo }),
  ]),
  author: z.discriminatedUnion('was', [
    z.object({ was: z.literal('deleted'), fields: authorFields, slug: text, redirects, movedTo }),
    z.object({ was: z.literal('replaced'), fields: authorFields }),
    z.object({ was: z.literal('restored'), movedTo }),
  ]),
  tag: z.discriminatedUnion('was', [
    z.object({ was: z.literal('deleted'), name: text, slug: text, redirects, mergedInto: id.optional() }),
    z.object({ was: z.literal('replaced'), name: text }),
    z.object({ was: z.literal('restored'), mergedInto: id.optional() }),
  ]),
  picture: z.discriminatedUnion('was', [
    z.object({ was: z.literal('replaced'), title: text, alt: text, focus: text }),
    /** The picture that the address led to while this picture was in the bin. */
    z.object({ was: z.literal('restored'), replacedBy: id }),
  ]),
  settings: z.object({ was: z.literal('replaced'), fields: settingsFields }),
  prompt: z.object({ was: z.literal('replaced'), prompt: text }),
  /** The former states of these kinds stay where they were: in a revision, in the bin, in the workspace. */
  post: z.never(),
  draft: z.never(),
  run: z.never(),
} satisfies Record<HistoryKind, z.ZodType>;

export type StateOf<Kind extends HistoryKind> = z.output<(typeof states)[Kind]>;
