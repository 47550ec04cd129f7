import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** US dollars; null where no price is configured. */
const cost = z.number().nullable();

/** What a call of a step usually takes. */
const usual = z.object({
  stepId: z.string(),
  /** The number of calls that were measured. */
  calls: z.int(),
  tokens: z.int(),
  costUsd: cost,
  ms: z.int(),
});

export const getAiFigures = endpoint({
  name: 'getAiFigures',
  method: 'GET',
  path: '/api/ai/figures',
  summary: 'What the calls of the last 30 days took, by day, model and step, and what each step usually takes',
  response: z.object({
    /** The latest day first; days without a call are left out. */
    days: z.array(
      z.object({
        /** "2025-07-31", UTC. */
        day: z.string(),
        /** Empty where the model was not recorded. */
        model: z.string(),
        /** Null for pictures and for every other call that belongs to no step. */
        stepId: z.string().nullable(),
        calls: z.int(),
        tokens: z.int(),
        costUsd: cost,
      }),
    ),
    /** The median of the last five completed calls of each step, within 90 days. */
    steps: z.array(usual),
    /** The same for calls that wrote one draft of a step anew; absent in answers of older servers. */
    regenerations: z.array(usual).optional(),
  }),
});
