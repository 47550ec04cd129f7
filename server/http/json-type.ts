/**
 * The exact content types of a JSON body. A type that looks like JSON only to one of two parsers (other case, tabs,
 * more parameters) has been a way around such checks (Fastify CVE-2025-32442, CVE-2026-25223).
 */
const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;

export const isJsonType = (contentType: string): boolean => JSON_TYPE.test(contentType);
