/**
 * How a JSON body says what it is: word for word. What only looks like it to one parser and not to another (other case,
 * tabs, more parameters) has been the way past such checks (Fastify CVE-2025-32442, CVE-2026-25223).
 */
const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;

export const isJsonType = (contentType: string): boolean => JSON_TYPE.test(contentType);
