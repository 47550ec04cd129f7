import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * For tests: sends a request exactly as given, without a client that would normalise it. The server must be listening.
 */
export async function sendRaw(
  http: FastifyInstance,
  requestLine: string,
  lines: string[] = [],
  host = 'site.test',
): Promise<RawAnswer> {
  const { port } = http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  // Not `end`: a server that is still reading a file takes a half-closed connection for a client that has disconnected.
  socket.write([requestLine, `Host: ${host}`, 'Connection: close', ...lines, '', ''].join('\r\n'), 'latin1');
  const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n([\s\S]*)/);
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => /^([^:]+): (.*)$/.exec(field)?.slice(1) ?? ['', '']);
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body };
}
