import { z } from 'zod';
import type { HistoryKind } from '#shared/contract/history.ts';

const id = z.int().positive();
/** Former slugs that led to it. */
const redirects = z.array(z.string());
/** The author or category that its posts were given to. */
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
/** What was changed of the site's settings, as it was before; null where nothing was set. */
const settingsFields = z.record(z.string(), z.string().nullable());

/** What History keeps of each kind, told apart by `was`. What is `restored` keeps how it is taken away again. */
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
    /** The picture that its address led to while it lay in the bin. */
    z.object({ was: z.literal('restored'), replacedBy: id }),
  ]),
  settings: z.object({ was: z.literal('replaced'), fields: settingsFields }),
  prompt: z.object({ was: z.literal('replaced'), prompt: text }),
  /** These are kept where they were: in a revision, in the bin, in the workspace. */
  post: z.never(),
  draft: z.never(),
  run: z.never(),
} satisfies Record<HistoryKind, z.ZodType>;

export type StateOf<Kind extends HistoryKind> = z.output<(typeof states)[Kind]>;
