import type { FastifyInstance } from 'fastify';

/** What an app answers at an address. */
export interface Answer {
  status: number;
  /** Without parameters where there are none: "text/html; charset=utf-8". */
  type: string;
  bytes: Buffer;
  /** Where it leads to, "" for nowhere. */
  location: string;
  headers: Readonly<Record<string, string>>;
}

export type Ask = (url: string) => Promise<Answer>;

/** Asks an app as a reader's browser does that takes HTML and no more than the oldest formats of pictures. */
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
