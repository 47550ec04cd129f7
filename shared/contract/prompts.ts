import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate, lineOfText, pagingQuery, requiredText, stepId } from './fields.ts';
import { historyOrigin } from './history.ts';

/** The number of a step, counted from 1. */
export const stepNumberParam = z.coerce
  .string<string | number>()
  .regex(/^[1-9]\d?$/, 'Must be the number of a step')
  .transform(Number)
  .pipe(z.int().min(1));

export const promptText = requiredText('Prompt is required', 200_000);

/** The owner's note on a change to a prompt. */
const versionNote = lineOfText(300);

const promptTemplate = z
  .object({
    /** The step's position in the server's list, from 1: a server of another version may have another step there. */
    stepNumber: z.int().min(1),
    /** The step's id, which is the same everywhere; absent in answers of servers that know only numbers. */
    step: stepId.optional(),
    title: z.string(),
    prompt: z.string(),
    description: z.string(),
    /** False once the owner has changed the prompt. */
    isDefault: z.boolean(),
    /** The number of this version, from 1; 0 where no version was kept. Absent in answers of older servers. */
    version: z.int().min(0).optional(),
  })
  .meta({ id: 'PromptTemplate' });
export type PromptTemplate = z.output<typeof promptTemplate>;

export const listPromptTemplates = endpoint({
  name: 'listPromptTemplates',
  method: 'GET',
  path: '/api/prompt-templates',
  summary: 'The stored prompts of the steps, in their order',
  response: z.array(promptTemplate),
});

export const updatePromptTemplate = endpoint({
  name: 'updatePromptTemplate',
  method: 'PUT',
  path: '/api/prompt-templates/:stepNumber',
  summary: 'Changes a step’s stored prompt',
  params: z.object({ stepNumber: stepNumberParam }),
  body: z.object({ prompt: promptText, note: versionNote.optional() }),
  response: promptTemplate,
  errors: ['not_found'],
});

/** A version of a step's prompt. A version is never changed. */
const promptVersion = z
  .object({
    /** Counted from 1 within the step. */
    number: z.int().min(1),
    prompt: z.string(),
    note: z.string(),
    /** Whether the prompt was shipped with the program. */
    isDefault: z.boolean(),
    createdAt: isoDate,
    origin: historyOrigin,
  })
  .meta({ id: 'PromptVersion' });
export type PromptVersion = z.output<typeof promptVersion>;

export const listPromptVersions = endpoint({
  name: 'listPromptVersions',
  method: 'GET',
  path: '/api/prompt-templates/:stepNumber/versions',
  summary: 'What a step’s stored prompt was ever changed to, newest first: when, from where, why',
  params: z.object({ stepNumber: stepNumberParam }),
  query: pagingQuery,
  response: z.array(promptVersion),
  errors: ['not_found'],
});

export const resetPromptTemplate = endpoint({
  name: 'resetPromptTemplate',
  method: 'POST',
  path: '/api/prompt-templates/:stepNumber/reset',
  summary: 'Brings a step’s shipped prompt back',
  params: z.object({ stepNumber: stepNumberParam }),
  response: promptTemplate,
  errors: ['not_found'],
});
