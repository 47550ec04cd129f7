import { z } from 'zod';
import { judgedFields, judgedHeads, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idOrZeroParam, isoDate, storableText, storedInteger, textUpTo } from './fields.ts';
import { secondReading } from './second-readings.ts';

/** Something to look at before a post is published (docs/rules.md, "Before publishing"). */
const judgeFinding = z
  .object({
    /** A name from `judgeChecks`. */
    check: z.string(),
    /** A red finding asks the owner before the post is published. */
    level: z.enum(['red', 'yellow']),
    /** The finding in one sentence. */
    says: z.string(),
    /** The place in the Markdown, in UTF-16 code units; null where the finding has no place in it. */
    place: z.object({ start: z.int(), end: z.int() }).nullable(),
    /** The field above the post's text that the finding is in; absent in answers of older servers. */
    field: z.enum(judgedHeads).optional(),
  })
  .meta({ id: 'JudgeFinding' });
export type JudgeFinding = z.output<typeof judgeFinding>;

/** A live post on the same subject. */
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
    /** The category whose codex is used to judge; 0 while none is chosen. */
    categoryId: storedInteger('Must be a category').min(0).optional(),
    /** The workspace document that holds the words; a reading of a post that is not stored yet is found by it. */
    document: storableText.max(200).optional(),
  }),
  bodyLimit: bodyLimits.text,
  response: z.object({
    findings: z.array(judgeFinding),
    /** Up to three posts on the same subject that the text does not link to yet. */
    related: z.array(relatedPost),
    /**
     * The findings of a model that has read the post, and whether a model can be asked; absent in answers of older
     * servers.
     */
    secondReader: z.object({ isOn: z.boolean(), reading: secondReading.nullable() }).optional(),
  }),
  errors: ['post_not_found', 'content_too_complex'],
});
