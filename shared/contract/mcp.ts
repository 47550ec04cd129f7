import type { ErrorCode } from '#shared/kernel/errors.ts';

/**
 * Where agents speak to the site (docs/rules.md, "MCP"). It is no call of the contract: its messages are the protocol's, and
 * which tools there are it tells itself.
 */
export const MCP_PATH = '/mcp';

/** What it answers with where a message does not get as far as the protocol. */
export const mcpErrors = [
  ...(['bad_request', 'malformed_json', 'unauthorized', 'cross_site', 'payload_too_large'] as const),
  ...(['unsupported_media_type', 'unknown_host', 'rate_limited', 'internal', 'overloaded'] as const),
] satisfies ErrorCode[];
