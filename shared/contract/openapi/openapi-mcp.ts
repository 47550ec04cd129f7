import type { ErrorCode } from '#shared/kernel/errors.ts';
import { failures } from './openapi-failures.ts';
import type { JsonSchema, SchemaWriter } from './openapi-schemas.ts';

/** What it answers with where a message does not get as far as the protocol. */
const mcpErrors: readonly ErrorCode[] = [
  ...(['bad_request', 'malformed_json', 'unauthorized', 'cross_site', 'payload_too_large'] as const),
  ...(['unsupported_media_type', 'unknown_host', 'rate_limited', 'internal', 'overloaded'] as const),
];

/** The one operation that is another protocol's: said as far as OpenAPI has words for it, the rest by a link. */
export function mcpOperation(schemas: SchemaWriter): JsonSchema {
  const message = { type: 'object', properties: { jsonrpc: { const: '2.0' } }, required: ['jsonrpc'] };
  const content = { 'application/json': { schema: message } };
  return {
    operationId: 'speakMcp',
    summary: 'The door of AI agents: the Model Context Protocol over streamable HTTP',
    description:
      'One JSON-RPC message a request, answered as JSON; no sessions, no stream, no list of messages. `tools/list` tells the tools the token may use: they read and propose, and none makes anything live.',
    externalDocs: { url: 'https://modelcontextprotocol.io/specification' },
    tags: ['mcp'],
    security: [{ token: ['read'] }],
    parameters: [],
    requestBody: { required: true, content },
    responses: {
      200: { description: 'The answer to a message that asks for one', content },
      202: { description: 'A message that asks for nothing was taken' },
      ...failures(mcpErrors, schemas),
    },
  };
}
