import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate, lineOfText, pagingQuery, requiredText, stepId } from './fields.ts';
import { historyOrigin } from './history.ts';

/** A step as people count them, from 1. */
export const stepNumberParam = z.coerce
  .string<string | number>()
  .regex(/^[1-9]\d?$/, 'Must be the number of a step')
  .transform(Number)
  .pipe(z.int().min(1));

export const promptText = requiredText('Prompt is required', 200_000);

/** What the owner says of a change to a prompt. */
const versionNote = lineOfText(300);

const promptTemplate = z
  .object({
    /** The step's place in the server's list, from 1: a server of another version may have another step there. */
    stepNumber: z.int().min(1),
    /** What the step is known by everywhere; absent in answers of servers that only count. */
    step: stepId.optional(),
    title: z.string(),
    prompt: z.string(),
    description: z.string(),
    /** False once the owner has changed the prompt. */
    isDefault: z.boolean(),
    /** The version it is, from 1; 0 where none was kept. Absent in answers of older servers. */
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

/** What a step's prompt was changed to. It is never changed itself. */
const promptVersion = z
  .object({
    /** From 1 within the step. */
    number: z.int().min(1),
    prompt: z.string(),
    note: z.string(),
    /** Whether the program brought it. */
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
