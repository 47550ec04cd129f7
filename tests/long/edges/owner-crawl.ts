import { setTimeout as wait } from 'node:timers/promises';
import { createShareLink, endShareLink, previewPost } from '#shared/contract/posts/unpublished.ts';
import { askEdge, SITE } from './ask-edge.ts';
import type { EdgeStage } from './edge-stage.ts';

const DRAFT_TITLE = 'A draft that nobody may read';
const DRAFT_SLUG = 'not-yet';

const ACCEPTS = [
  undefined,
  'text/html',
  'text/markdown',
  'text/html;q=0.4, text/markdown;q=0.5',
  'text/html,application/xhtml+xml,image/avif,image/webp,*/*;q=0.8',
];
/** Additional headers: those by which caches and frameworks have been tricked. */
const HEADERS: readonly Record<string, string>[] = [
  {},
  { 'accept-encoding': 'br, gzip' },
  { range: 'bytes=0-99' },
  { authorization: 'Bearer of-nothing' },
  { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' },
  { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
  { 'x-ninefold-client': 'desktop' },
  { 'x-edge-kept': '1', 'x-edge-last-resort': '2', 'x-edge-token': '' },
  { 'cache-control': 'no-cache', pragma: 'no-cache' },
];

/** The milliseconds after which an edge considers a server healthy that was only busy. */
const BUSY = 20_000;

export interface CrawlResult {
  asked: number;
  faults: string[];
}

/**
 * Requests every kind of address with every combination of cookies and headers, as the owner and as a reader in turn,
 * and compares what readers then get with what the server gives a reader who asks it directly.
 */
export async function crawlAsOwner(stage: EdgeStage): Promise<CrawlResult> {
  const draft = await stage.post(DRAFT_SLUG, { title: DRAFT_TITLE, published: false });
  const { name, value } = stage.origin.session;
  const owner = `${name}=${value}`;
  const cookies = [owner, `__Host-${owner}`, `${name}=forged`, 'theme=dark', undefined];
  const paths = ['/', '/post/read-0', `/post/${DRAFT_SLUG}`, '/?page=2', '/?x=1'];
  const others = [
    '/post/read-1?utm_source=a',
    '/about',
    '/admin',
    '/api/posts',
    '/api/auth/me',
    '/post/none',
    '/metrics',
    '/rss.xml',
    '/contact',
  ];
  const result: CrawlResult = { asked: 0, faults: [] };
  for (const edge of stage.edges) {
    const { body } = await askEdge(edge.port, `/post/${DRAFT_SLUG}`, { headers: { cookie: owner } });
    // Otherwise there would be nothing that could be cached by mistake.
    if (!body.includes(DRAFT_TITLE)) result.faults.push(`${edge.name} does not show the owner the draft`);
  }
  const crawl = async (edge: Way['edge'], path: string, accepts: Way['accepts']) => {
    for (const cookie of cookies) await crawlOne(stage, result, { edge, path, cookie, owner, accepts });
  };
  const between = `theme=dark; ${owner}; x=1`;
  for (const edge of stage.edges) {
    await crawlOne(stage, result, { edge, path: '/', cookie: between, owner, accepts: ['text/html'] });
  }
  // In parallel: what one client is given must not reach another that waits for the same page.
  for (const path of paths) await Promise.all(stage.edges.map((edge) => crawl(edge, path, ACCEPTS)));
  for (const path of others) await Promise.all(stage.edges.map((edge) => crawl(edge, path, ['text/html'])));
  await crawlSecrets(stage, result, draft.id, owner);
  return result;
}

/**
 * Requests a share link and a preview of a draft, which whoever has the address may read, in each way; once they have
 * ended, no edge may show them. The server answers sixty requests a minute for each of the two kinds.
 */
async function crawlSecrets({ origin, edges }: EdgeStage, result: CrawlResult, id: number, owner: string) {
  const { client } = origin;
  const typed = { title: DRAFT_TITLE, content: 'Not saved.' };
  const shared = await client.call(createShareLink, { params: { id } });
  const preview = await client.call(previewPost, { body: typed });
  const paths = [shared.path, preview.path];
  const ways = [undefined, owner].flatMap((cookie) =>
    ['GET', 'HEAD'].flatMap((method) => ['text/html', 'text/markdown'].map((accept) => ({ cookie, method, accept }))),
  );
  for (const { name, port } of edges) {
    for (const path of paths) {
      for (const { cookie, method, accept } of ways) {
        const headers = { accept, ...(cookie && { cookie }) };
        const { status, body, headers: answered } = await askEdge(port, path, { method, headers });
        result.asked += 1;
        const isWhole = status === 200 && body.includes(DRAFT_TITLE) === (method === 'GET');
        const isForNobodyElse = String(answered['cache-control']).includes('no-store');
        if (!isWhole || !isForNobodyElse)
          result.faults.push(`${name} answers ${method} ${path} with ${status}, ${answered['cache-control']}`);
      }
    }
  }
  await client.call(endShareLink, { params: { id, linkId: shared.id } });
  // The server keeps only the newest twenty.
  for (let made = 0; made < 20; made += 1) await client.call(previewPost, { body: typed });
  for (const { name, port } of edges) {
    for (const path of paths) {
      const { status, body } = await askEdge(port, path, { headers: { accept: 'text/html' } });
      if (status !== 404 || body.includes(DRAFT_TITLE))
        result.faults.push(`${name} answers ${path} with ${status} after it has ended`);
    }
  }
}

interface Way {
  edge: EdgeStage['edges'][number];
  path: string;
  cookie: string | undefined;
  owner: string;
  accepts: readonly (string | undefined)[];
}

async function crawlOne({ originPort }: EdgeStage, result: CrawlResult, way: Way): Promise<void> {
  const { edge, path, cookie, owner, accepts } = way;
  const isOwner = cookie?.includes(owner) ?? false;
  const askOne = async (accept: string | undefined, more: Record<string, string>, method = 'GET') => {
    const headers = { ...(accept && { accept }), ...(cookie && { cookie }), ...more };
    const answer = await askEdge(edge.port, path, { method, headers });
    result.asked += 1;
    if (!isOwner && answer.body.includes(DRAFT_TITLE)) {
      result.faults.push(`${edge.name} shows the draft at ${path} to a reader with ${JSON.stringify(headers)}`);
    }
  };
  for (const accept of accepts) {
    await Promise.all([...HEADERS.map((more) => askOne(accept, more)), askOne(accept, {}, 'HEAD')]);
  }
  // What a reader gets after all these requests.
  for (const accept of ['text/html', 'text/markdown']) {
    const headers = { accept, 'accept-encoding': 'gzip' };
    const isSame = async () => {
      for (const method of ['HEAD', 'GET']) {
        const asked = { method, headers };
        const [here, there] = [await askEdge(edge.port, path, asked), await askEdge(originPort, path, asked)];
        if (here.headers['set-cookie']) result.faults.push(`${edge.name} sets a cookie at ${path}`);
        if (here.status !== there.status || !withoutIds(here.body).equals(withoutIds(there.body))) return false;
      }
      return true;
    };
    // All these requests keep the server so busy that an edge may consider it dead and show its cached pages.
    const until = performance.now() + BUSY;
    let isTrue = await isSame();
    while (!isTrue && performance.now() < until) {
      await wait(500);
      isTrue = await isSame();
    }
    if (!isTrue)
      result.faults.push(`${edge.name} gives ${path} (${accept}) otherwise than the server, after ${cookie}`);
  }
}

/** Answers of the API name the request, and the admin's page has a new nonce each time. */
function withoutIds(body: Buffer): Buffer {
  return Buffer.from(body.toString('utf8').replace(/"requestId":"[^"]*"|nonce[="]+[\w+/=-]+/g, ''));
}

/** Checks what an edge must refuse to everybody: names that are not the site's, and purges without the token. */
export async function tryDoors({ edges }: EdgeStage): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, port } of edges) {
    for (const host of ['evil.example', `${SITE}.evil.example`, 'localhost', '127.0.0.1']) {
      const { status } = await askEdge(port, '/', { headers: { host } });
      if (status !== 421) faults.push(`${name} answers ${status} under the name ${host}`);
    }
    for (const authorization of ['', 'Bearer ', 'Bearer wrong', 'wrong']) {
      const headers = { 'surrogate-key': 'all', 'fastly-soft-purge': '1', ...(authorization && { authorization }) };
      const { status } = await askEdge(port, '/', { method: 'PURGE', headers });
      if (status < 400) faults.push(`${name} takes a purge without the token: ${status}`);
    }
  }
  return faults;
}
