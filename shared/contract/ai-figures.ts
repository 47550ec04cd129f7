import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** US dollars; null where no price is configured. */
const cost = z.number().nullable();

/** What calls of a step usually take. */
const usual = z.object({
  stepId: z.string(),
  /** How many calls it was measured in. */
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
    /** The last day first; days without a call are left out. */
    days: z.array(
      z.object({
        /** "2025-07-31", UTC. */
        day: z.string(),
        /** Empty where it was not recorded. */
        model: z.string(),
        /** Null for pictures, and whatever else belongs to no step. */
        stepId: z.string().nullable(),
        calls: z.int(),
        tokens: z.int(),
        costUsd: cost,
      }),
    ),
    /** The middle of the last five completed calls of each step, from 90 days. */
    steps: z.array(usual),
    /** Likewise, of calls that wrote one draft of a step anew; an older server says nothing of them. */
    regenerations: z.array(usual).optional(),
  }),
});
