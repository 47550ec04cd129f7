import { type ErrorCode, errorRegistry } from '#shared/kernel/errors.ts';
import { MCP_PATH } from '#shared/kernel/mcp-path.ts';
import { idempotencyKey } from '../ai.ts';
import { type Endpoint, namesSite } from '../endpoint.ts';
import { errorBody, errorsOf } from '../error-body.ts';
import { UPLOAD_FIELD } from '../images.ts';
import { endpoints } from '../index.ts';
import { SESSION_COOKIE } from '../session.ts';
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './openapi-schemas.ts';

/**
 * Returns the contract as an OpenAPI 3.1 document, derived from `endpoints`, together with the operation for agents
 * (MCP).
 * @param version the program's version
 * @param siteUrl the public origin, without a trailing slash
 */
export function openApiDocument({ version, siteUrl }: { version: string; siteUrl: string }) {
  const schemas = createSchemaWriter();
  const calls = endpoints.filter(({ access }) => access !== 'reader');
  const templates = pathTemplates(calls);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of calls) {
    const template = templates.get(shapeOf(call.path)) ?? [];
    const path = templatePath(call.path, template);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, template, schemas) };
  }
  paths[MCP_PATH] = { post: mcpOperation(schemas) };
  return {
    openapi: '3.1.0',
    info: { title: 'Ninefold', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: siteUrl }],
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

const parameterNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':');

/**
 * Returns parameter names by the path's shape. OpenAPI forbids two paths that differ only in the names of their
 * parameters (`/api/posts/:slug` and `:id`), so such paths share one path whose parameter is called `slugOrId`.
 */
function pathTemplates(calls: readonly Endpoint[]): Map<string, string[]> {
  const names = new Map<string, string[][]>();
  for (const { path } of calls) {
    const places = names.get(shapeOf(path)) ?? [];
    for (const [place, name] of parameterNames(path).entries()) {
      const known = places[place] ?? [];
      places[place] = known.includes(name) ? known : [...known, name];
    }
    names.set(shapeOf(path), places);
  }
  const joined = ([first = '', ...others]: string[]) =>
    first + others.map((name) => `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('');
  return new Map([...names].map(([shape, places]) => [shape, places.map(joined)]));
}

function templatePath(path: string, template: string[]): string {
  let place = 0;
  return path.replaceAll(/:\w+/g, () => `{${template[place++]}}`);
}

/**
 * The alternatives that admit a caller; the empty alternative needs nothing. The scope a token needs is given as its
 * role.
 */
function securityOf({ access, token }: Endpoint): Record<string, string[]>[] {
  if (token === null) return access === 'admin' ? [{ session: [] }] : [];
  return [access === 'admin' ? { session: [] } : {}, { token: [token] }];
}

function operation(call: Endpoint, template: string[], schemas: SchemaWriter): JsonSchema {
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.path.split('/').find((part) => part !== '' && part !== 'api') ?? 'server'],
    security: securityOf(call),
    // OpenAPI has no field for this; `failures` lists password_required.
    ...(call.recent === false ? {} : { 'x-recent-sign-in': call.recent === true ? 'always' : 'by-what-is-sent' }),
    parameters: [
      ...pathParameters(call, template, schemas),
      ...queryParameters(call, schemas),
      ...(call.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: schemas.write(idempotencyKey, 'input') }]
        : []),
      ...(namesSite(call) ? [siteParameter] : []),
    ],
    ...requestBody(call, schemas),
    responses: { [call.status]: success(call, schemas), ...failures(errorsOf(call), schemas) },
  };
}

function propertiesOf(schema: Endpoint['params'], schemas: SchemaWriter) {
  const { properties, required } = schema ? schemas.write(schema, 'input') : {};
  return {
    properties: (properties ?? {}) as Record<string, JsonSchema>,
    required: (required ?? []) as string[],
  };
}

function pathParameters(call: Endpoint, template: string[], schemas: SchemaWriter) {
  const { properties } = propertiesOf(call.params, schemas);
  return parameterNames(call.path).map((own, place) => {
    const name = template[place] ?? own;
    return { name, in: 'path', required: true, schema: properties[own], ...(name === own ? {} : { description: own }) };
  });
}

function queryParameters(call: Endpoint, schemas: SchemaWriter) {
  const { properties, required } = propertiesOf(call.query, schemas);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function requestBody(call: Endpoint, schemas: SchemaWriter): JsonSchema {
  if (call.bodyKind === 'multipart') {
    const schema = { type: 'object', properties: { [UPLOAD_FIELD]: {} }, required: [UPLOAD_FIELD] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!call.body) return {};
  const schema = schemas.write(call.body, 'input');
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function success(call: Endpoint, schemas: SchemaWriter): JsonSchema {
  const content: Record<string, JsonSchema> = {};
  if (call.response) content['application/json'] = { schema: schemas.write(call.response, 'output') };
  if (call.stream) {
    // OpenAPI 3.1 cannot describe the events of a stream; 3.2 calls this itemSchema.
    const item = call.events ? { 'x-item-schema': schemas.write(call.events, 'output') } : {};
    content[call.stream] = { schema: { type: 'string' }, ...item };
  }
  const isPaged = call.response !== undefined && 'cursor' in propertiesOf(call.query, schemas).properties;
  return {
    description: call.status === 204 ? 'Done' : 'The answer',
    ...(isPaged ? { headers: pagingHeaders } : {}),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

/** The errors that MCP answers with where a message does not reach the protocol. */
const mcpErrors: readonly ErrorCode[] = [
  ...(['bad_request', 'malformed_json', 'unauthorized', 'cross_site', 'payload_too_large'] as const),
  ...(['unsupported_media_type', 'unknown_host', 'rate_limited', 'internal', 'overloaded'] as const),
];

/** The one operation that belongs to another protocol: described as far as OpenAPI can, with a link for the rest. */
function mcpOperation(schemas: SchemaWriter): JsonSchema {
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

const siteParameter = {
  name: 'X-Ninefold-Site',
  in: 'header',
  required: false,
  description: 'Meta.siteId of the site the request is meant for; another one answers other_site',
  schema: { type: 'string' },
};

const pagingHeaders = {
  'X-Total-Count': { description: 'Length of the whole list', schema: { type: 'integer', minimum: 0 } },
  Link: { description: 'The next page: <address>; rel="next" (RFC 8288)', schema: { type: 'string' } },
};

/** Returns the error answers, grouped by status. */
function failures(codes: readonly ErrorCode[], schemas: SchemaWriter): Record<string, JsonSchema> {
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
