import type { FastifyInstance } from 'fastify';

/** The answer of an app at an address. */
export interface Answer {
  status: number;
  /** The content type, with its parameters if there are any: "text/html; charset=utf-8". */
  type: string;
  bytes: Buffer;
  /** The address of a redirect, "" when there is none. */
  location: string;
  headers: Readonly<Record<string, string>>;
}

export type Ask = (url: string) => Promise<Answer>;

/** Requests addresses of an app like a reader's browser that accepts HTML and only the oldest formats of pictures. */
export function askingAs(http: FastifyInstance, siteUrl: string): Ask {
  const { host } = new URL(siteUrl);
  return async (url) => {
    const answer = await http.inject({ url, headers: { host, accept: 'text/html, */*' } });
    const headers = Object.fromEntries(
      Object.entries(answer.headers).flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
      ),
    );
    return {
      status: answer.statusCode,
      type: headers['content-type'] ?? 'application/octet-stream',
      bytes: answer.rawPayload,
      location: headers.location ?? '',
      headers,
    };
  };
}
