import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  InitializeResultSchema,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { MCP_PATH } from '#shared/kernel/mcp-path.ts';
import { TOKEN_PREFIX } from '#shared/kernel/token-scope.ts';

/** The JSON-RPC error code for a failure of the server behind the bridge. */
const SERVER_FAULT = -32000;

const USAGE = `Usage: NINEFOLD_URL=https://your.site NINEFOLD_TOKEN=${TOKEN_PREFIX}… npm run --silent mcp`;

const environment = z.object({
  NINEFOLD_URL: z.url({ protocol: /^https?$/, error: `NINEFOLD_URL must be the site's address. ${USAGE}` }),
  NINEFOLD_TOKEN: z
    .string({ error: `NINEFOLD_TOKEN must be a token of the site's Settings. ${USAGE}` })
    .trim()
    .regex(/^nf_[\w-]+$/, `NINEFOLD_TOKEN must be a token of the site's Settings. ${USAGE}`),
});

/** The site to which a bridge leads, and the token for it. */
interface Site {
  /** The site's address. */
  address: string;
  token: string;
}

/** Reads the site from the environment. Throws an Error that tells the person what is wrong. */
export function readSite(given: Record<string, string | undefined>): Site {
  const { data, error } = environment.safeParse(given);
  if (!data) throw new Error(error.issues[0]?.message ?? USAGE);
  return { address: data.NINEFOLD_URL.replace(/\/+$/, ''), token: data.NINEFOLD_TOKEN };
}

/**
 * Passes messages of the Model Context Protocol from standard input to a running site, and its answers to standard
 * output, for programs that can use no other transport. It reads no data folder and stores nothing.
 */
export async function bridge({ address, token }: Site): Promise<void> {
  const inside = new StdioServerTransport();
  const outside = new StreamableHTTPClientTransport(new URL(address + MCP_PATH), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const pass = async (message: JSONRPCMessage) => {
    try {
      await outside.send(message);
    } catch (error) {
      const words = wordsOf(error, address);
      console.error(words);
      if (!isJSONRPCRequest(message)) return;
      await inside.send({ jsonrpc: '2.0', id: message.id, error: { code: SERVER_FAULT, message: words } });
    }
  };
  inside.onmessage = (message) => void pass(message);
  inside.onerror = (error) => console.error(error.message);
  outside.onmessage = (message) => {
    // Every later call must name the negotiated version in a header.
    const begun = isJSONRPCResultResponse(message) ? InitializeResultSchema.safeParse(message.result).data : undefined;
    if (begun) outside.setProtocolVersion(begun.protocolVersion);
    void inside.send(message);
  };
  await outside.start();
  await inside.start();
}

function wordsOf(error: unknown, address: string): string {
  if (!(error instanceof StreamableHTTPError)) return `The site at ${address} cannot be reached.`;
  if (error.code === 401) return 'The site does not know this token. Make one in Settings, Tokens.';
  if (error.code === 404 || error.code === 405) return `There is no site of Ninefold at ${address}.`;
  if (error.code === 429) return 'Too many calls with this token. Wait a minute and try again.';
  return `The site at ${address} answered ${error.code ?? 'nothing that could be read'}.`;
}
