import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorRegistry } from '#shared/kernel/errors.ts';

/**
 * What a reader instance says in the writer's place. Like an edge's `origin_away` it is in no contract: to a program no
 * answer has come, and what it asked for may have been done (decision 45).
 */
const WRITER_AWAY = 'writer_away';

interface Notice {
  title: string;
  text: string;
  code: string;
  /** Seconds. */
  retryAfter: number;
}

/** The writer cannot be reached. */
export const writerAway: Notice = {
  title: 'Not just now',
  text: 'This part of the site cannot be reached just now. Nothing was lost: try again in a minute.',
  code: WRITER_AWAY,
  retryAfter: 10,
};

/** Nothing is published yet, or nothing of it has come here. */
export const notReady: Notice = {
  title: 'In a moment',
  text: 'This site is being made ready. Try again in a moment.',
  code: 'reader_not_ready',
  retryAfter: 3,
};

/** More is asked of this process than it can answer. */
export const busy: Notice = {
  title: 'Busy',
  text: errorRegistry.overloaded.message,
  code: 'overloaded',
  retryAfter: 5,
};

const STYLE = 'body{font:1.125rem/1.6 Georgia,serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}';

/** Answers 503: a page to who wants one, else JSON. */
export function answerNotice(request: IncomingMessage, response: ServerResponse, notice: Notice): void {
  if (response.headersSent || response.destroyed) return;
  const { title, text, code, retryAfter } = notice;
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  const body = wantsPage
    ? `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${text}</p><p><a href="">Try again</a></p></body></html>`
    : JSON.stringify({ code, message: text });
  response.writeHead(503, {
    'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(retryAfter),
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'`,
    // What is left of a body nobody reads would be taken for the next request.
    ...(!request.complete && mayHaveBody(request) && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const mayHaveBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
