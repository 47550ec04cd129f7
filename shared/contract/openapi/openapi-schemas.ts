import { z } from 'zod';
import { idParam, queryFlag } from '../fields.ts';
import { stepNumberParam } from '../prompts.ts';

/** A JSON Schema 2020-12 as plain data; OpenAPI 3.1 accepts it unchanged. */
export type JsonSchema = { [key: string]: unknown };

export type SchemaWriter = ReturnType<typeof createSchemaWriter>;

/** Fields that accept text or the value itself: the document shows callers of the HTTP interface the value. */
const plainForms = new Map<unknown, JsonSchema>([
  [idParam, { type: 'integer', minimum: 1 }],
  [stepNumberParam, { type: 'integer', minimum: 1 }],
  [queryFlag, { type: 'boolean' }],
]);

/**
 * Turns zod schemas into JSON Schemas that share `components`: a schema with an `id` in its metadata becomes a
 * component and is referred to. Throws when two differing schemas claim one id.
 */
export function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {};

  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Wrapped in an object, so that a schema with an id of its own is referred to like any other.
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), { io, override: simplify });
    for (const [id, definition] of Object.entries($defs ?? {})) {
      const component = withComponentRefs(definition);
      const known = components[id];
      if (known && JSON.stringify(known) !== JSON.stringify(component)) {
        throw new Error(`Two different schemas are called "${id}".`);
      }
      components[id] = component;
    }
    return withComponentRefs(properties?.it);
  }

  return { components, write };
}

function simplify({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }) {
  const plain = plainForms.get(zodSchema);
  if (plain) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, plain);
  }
  // zod writes each format out as a pattern of several hundred characters.
  if (jsonSchema.format) delete jsonSchema.pattern;
  // An answer may gain fields, and a reader assumes that an integer is a safe one.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function withComponentRefs(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value,
  ) as JsonSchema;
}
