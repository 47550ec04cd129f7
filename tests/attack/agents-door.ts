import type { TestApp } from '#server/test-app.ts';
import { ask } from '#server/test-call.ts';
import { createToken } from '#shared/contract/tokens.ts';
import { MCP_PATH } from '#shared/kernel/mcp-path.ts';
import type { TokenKind, TokenScope } from '#shared/kernel/token-scope.ts';

/** For tests: returns the header that a program with a token sends. */
export async function bearer(app: TestApp, cookie: string, scope: TokenScope, kind: TokenKind) {
  const { body } = await ask(app.http, createToken, { cookie, body: { name: 'Scout', kind, scope } });
  return { authorization: `Bearer ${body.token}` };
}

/** For tests: sends a message of the protocol, or anything else, to /mcp. */
export const sendMcp = (
  app: TestApp,
  payload: object | string | Buffer,
  headers: Record<string, string>,
  from = '10.1.1.1',
) =>
  app.http.inject({
    method: 'POST',
    url: MCP_PATH,
    remoteAddress: from,
    headers: { accept: 'application/json, text/event-stream', ...headers },
    payload,
  });

/** For tests: returns the message that calls a tool. */
export const callOf = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
