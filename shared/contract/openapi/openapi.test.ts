import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MCP_PATH } from '#shared/kernel/mcp-path.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../index.ts';
import { openApiDocument } from './openapi.ts';
import { createSchemaWriter } from './openapi-schemas.ts';

const document = JSON.parse(JSON.stringify(openApiDocument({ version: '1.2.3', siteUrl: 'https://example.org' })));
const calls: readonly Endpoint[] = endpoints.filter(({ access }) => access !== 'reader');

// The structure that OpenAPI 3.1.0 §4.8 prescribes for the parts we use. It is strict: a misspelt key is a fault.
const jsonSchema = z.record(z.string(), z.unknown());
const media = z.strictObject({ schema: jsonSchema, 'x-item-schema': jsonSchema.optional() });
const content = z.record(z.string().regex(/^[a-z]+\/[a-z-]+$/), media);
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: jsonSchema,
});
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  summary: z.string().min(1),
  description: z.string().optional(),
  externalDocs: z.strictObject({ url: z.url() }).optional(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-recent-sign-in': z.enum(['always', 'by-what-is-sent']).optional(),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({
      description: z.string().min(1),
      headers: z.record(z.string(), z.strictObject({ description: z.string(), schema: jsonSchema })).optional(),
      content: content.optional(),
    }),
  ),
});
const openApi = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.url() })),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'put', 'post', 'delete']), operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), jsonSchema),
    securitySchemes: z.strictObject({
      session: z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: z.literal('ninefold.sid') }),
      token: z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
  }),
});

const parsed = openApi.parse(document);
const operations = Object.entries(parsed.paths)
  .filter(([path]) => path !== MCP_PATH)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, described]) => ({ path, method, described })));

function* everyObject(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* everyObject(child);
}

describe('the OpenAPI document', () => {
  it('has the structure of OpenAPI 3.1', () => {
    expect(openApi.safeParse(document).error).toBeUndefined();
  });

  it('holds every call of the contract once, and nothing else', () => {
    const described = operations.map(({ method, described }) => `${described.operationId} ${method.toUpperCase()}`);
    expect(described.toSorted()).toEqual(calls.map((call) => `${call.name} ${call.method}`).toSorted());
  });

  it('names the door of agents once, with the protocol that is spoken there and the token that opens it', () => {
    const { post, ...others } = parsed.paths[MCP_PATH] ?? {};
    expect(others).toEqual({});
    expect(post).toMatchObject({ operationId: 'speakMcp', security: [{ token: ['read'] }] });
    expect(post?.externalDocs?.url).toMatch(/^https:\/\/modelcontextprotocol\.io\//);
    expect(Object.keys(post?.responses ?? {})).toEqual(expect.arrayContaining(['200', '202', '401', '429']));
  });

  it('has no two paths that differ in parameter names alone', () => {
    const shapes = Object.keys(parsed.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(parsed.paths).toHaveProperty(['/api/posts/{slugOrId}', 'get']);
    expect(parsed.paths).toHaveProperty(['/api/posts/{slugOrId}', 'put']);
  });

  it('describes each path parameter, required and by the name it has in the path', () => {
    for (const { path, described } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const stated = described.parameters.filter((one) => one.in === 'path');
      expect(stated.map((one) => one.name)).toEqual(inPath);
      expect(stated.every((one) => one.required)).toBe(true);
    }
  });

  it('refers only to components it has, and uses each it has', () => {
    const used = new Set([...everyObject(document)].map((object) => object.$ref).filter((ref) => ref !== undefined));
    const known = Object.keys(parsed.components.schemas).map((id) => `#/components/schemas/${id}`);
    expect([...used].toSorted()).toEqual(known.toSorted());
    expect(known).toEqual(
      expect.arrayContaining(['Post', 'Category', 'Error'].map((id) => `#/components/schemas/${id}`)),
    );
  });

  it('leaves no trace of zod’s own addressing', () => {
    expect(JSON.stringify(document)).not.toMatch(/\$defs|"\$schema"|~standard/);
  });

  it('says which calls need a recent sign-in, always or by what is sent', () => {
    const said = operations.map(({ described }) => [described.operationId, described['x-recent-sign-in']]);
    const words = new Map<unknown, string | undefined>([
      [true, 'always'],
      [false, undefined],
    ]);
    for (const { name, recent } of calls) {
      const word = typeof recent === 'function' ? 'by-what-is-sent' : words.get(recent);
      expect(said).toContainEqual([name, word]);
    }
  });

  it('says which calls need the session cookie, and which take a token that may do how much', () => {
    for (const { described } of operations) {
      const call = calls.find(({ name }) => name === described.operationId);
      const isOwners = described.security.some((way) => 'session' in way);
      const isOpen = described.security.length === 0 || described.security.some((way) => Object.keys(way).length === 0);
      expect([isOwners, isOpen]).toEqual([call?.access === 'admin', call?.access === 'public']);
      expect(described.security.flatMap(({ token = [] }) => token)).toEqual(call?.token ? [call.token] : []);
    }
  });

  it('gives each error of a call, by its status, with the body every error has', () => {
    const { responses } = parsed.paths['/api/posts/{slugOrId}']?.put ?? {};
    expect(Object.keys(responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '413', '415', '422', '500', '503']),
    );
    expect(responses?.['409']?.content?.['application/json']?.schema).toEqual({
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { properties: { code: { enum: ['slug_taken', 'post_conflict'] } } },
      ],
    });
  });

  it('tells callers of ids, flags and numbers in plain types', () => {
    const typeOf = (path: string, name: string) =>
      parsed.paths[path]?.get?.parameters.find((one) => one.name === name)?.schema.type;
    expect(typeOf('/api/posts/{id}/related', 'id')).toBe('integer');
    expect(typeOf('/api/posts', 'featured')).toBe('boolean');
    expect(typeOf('/api/posts', 'limit')).toBe('integer');
  });

  it('describes paging where there is some, events where there are some, and the file of an upload', () => {
    const list = parsed.paths['/api/posts']?.get?.responses['200'];
    expect(Object.keys(list?.headers ?? {})).toEqual(['X-Total-Count', 'Link']);
    const answer = parsed.paths['/api/ai/chat']?.post?.responses['200']?.content;
    expect(Object.keys(answer ?? {})).toEqual(['application/json', 'text/event-stream']);
    expect(parsed.paths['/api/upload/image']?.post?.requestBody?.content).toHaveProperty(['multipart/form-data']);
  });

  it('lets an answer grow: no object in it is closed', () => {
    for (const object of everyObject(document)) expect(object.additionalProperties).not.toBe(false);
  });

  it('refuses two different schemas under one name', () => {
    const { write } = createSchemaWriter();
    write(z.object({ a: z.string() }).meta({ id: 'TwiceInTest' }), 'output');
    const other = z.object({ a: z.int() }).meta({ id: 'TwiceInTest' });
    expect(() => write(other, 'output')).toThrow('TwiceInTest');
  });
});
