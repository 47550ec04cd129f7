import { z } from 'zod';
import { judgedFields, judgedHeads, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idOrZeroParam, isoDate, storableText, storedInteger, textUpTo } from './fields.ts';
import { secondReading } from './second-readings.ts';

/** What is to be looked at before a post is published (docs/rules.md, "Before publishing"). */
const judgeFinding = z
  .object({
    /** A name of `judgeChecks`. */
    check: z.string(),
    /** Red ones ask before the post is published. */
    level: z.enum(['red', 'yellow']),
    /** What it is, in a sentence. */
    says: z.string(),
    /** Where in the Markdown, in UTF-16 code units; null where it is no place in it. */
    place: z.object({ start: z.int(), end: z.int() }).nullable(),
    /** The text over the post it was found in; an older server names none. */
    field: z.enum(judgedHeads).optional(),
  })
  .meta({ id: 'JudgeFinding' });
export type JudgeFinding = z.output<typeof judgeFinding>;

/** A live post that treats the same. */
const relatedPost = z.object({ id: z.int(), slug: z.string(), title: z.string(), publishedAt: isoDate.nullable() });
export type RelatedPost = z.output<typeof relatedPost>;

export const judgePost = endpoint({
  name: 'judgePost',
  method: 'POST',
  path: '/api/posts/:id/judge',
  summary:
    'What to look at before a post is published, and older posts it could link to; of what is not given, as it is stored. 0 is a post not stored yet',
  params: z.object({ id: idOrZeroParam }),
  body: z.object({
    ...recordOf(judgedFields, (name) => [name, textUpTo(postFieldTable[name].max).optional()]),
    /** Whose codex it is judged by; 0 while none is chosen. */
    categoryId: storedInteger('Must be a category').min(0).optional(),
    /** The workspace document the words stand in, by which a reading of a post not stored yet is found. */
    document: storableText.max(200).optional(),
  }),
  bodyLimit: bodyLimits.text,
  response: z.object({
    findings: z.array(judgeFinding),
    /** Up to three posts on the same that the text does not link yet. */
    related: z.array(relatedPost),
    /** What a model has found that read it, and whether one can be asked; an older server says nothing of it. */
    secondReader: z.object({ isOn: z.boolean(), reading: secondReading.nullable() }).optional(),
  }),
  errors: ['post_not_found', 'content_too_complex'],
});
