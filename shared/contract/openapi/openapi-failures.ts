import { type ErrorCode, errorRegistry } from '#shared/kernel/errors.ts';
import { errorBody } from '../error-body.ts';
import type { JsonSchema, SchemaWriter } from './openapi-schemas.ts';

/** The answers of errors, by their statuses. */
export function failures(codes: readonly ErrorCode[], schemas: SchemaWriter): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(codes, (code) => errorRegistry[code].status);
  const error = schemas.write(errorBody, 'output');
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `${code}: ${errorRegistry[code].message}`).join(' '),
        content: {
          'application/json': { schema: { allOf: [error, { properties: { code: { enum: ofStatus } } }] } },
        },
      },
    ]),
  );
}
