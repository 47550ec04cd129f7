import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate } from './fields.ts';

const list = z.array(z.string()).readonly();

/** What may be written about a category, and how (docs/rules.md, "Codex"). */
const codexFields = z
  .object({
    voice: z.string(),
    audience: z.string(),
    facts: z.array(z.object({ fact: z.string(), source: z.string() })).readonly(),
    wordsToUse: list,
    wordsToAvoid: list,
    forbiddenClaims: list,
    product: z.string(),
    links: list,
    /** Markdown. */
    page: z.string(),
    /** Whether the codex is appended to prompts that do not name it. */
    isAppended: z.boolean(),
  })
  .meta({ id: 'Codex' });

const categoryCodex = z
  .object({
    category: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
    /** The codex as it is written into prompts. */
    text: z.string(),
    fields: codexFields,
    /** The time by the clock of the device that saved the codex. */
    savedAt: isoDate.nullable(),
    /** Why the last saved codex is not used, in words for the owner; null where it is used. */
    fault: z.string().nullable(),
  })
  .meta({ id: 'CategoryCodex' });
export type CategoryCodex = z.output<typeof categoryCodex>;

export const listCodices = endpoint({
  name: 'listCodices',
  method: 'GET',
  path: '/api/codices',
  token: 'read',
  summary: 'The codex of each category that has one, in the order of the categories. Written through the workspace',
  response: z.array(categoryCodex),
});
