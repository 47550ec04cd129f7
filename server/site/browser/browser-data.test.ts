import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ResponseError, UnexpectedAnswerError } from '#shared/api-client/call-errors.ts';
import { createCaller } from '#shared/api-client/caller.ts';
import { postPage } from '../pages/page-fixtures.ts';
import type { SiteData } from '../site-data.ts';
import { createBrowserData } from './browser-data.ts';

let server: Server;
let site: SiteData;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site = createBrowserData(createCaller({ fetch, baseUrl }));
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  asked = [];
  answer = (_request, response) => response.end('[]');
});

describe('the calls a page makes', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['GET /api/categories', () => site.categories()],
    ['GET /api/categories', () => site.categoriesWithPosts()],
    ['GET /api/categories/food-nutrition', () => site.category('food-nutrition')],
    ['GET /api/posts?featured=true&published=true', () => site.posts({ featured: true })],
    [
      'GET /api/posts?featured=true&published=true&category=travel',
      () => site.posts({ featured: true, category: 'travel' }),
    ],
    [
      'GET /api/posts?published=true&featured=false&limit=12',
      () => site.posts({ featured: false, limit: 12, page: 1 }),
    ],
    [
      'GET /api/posts?published=true&category=travel&limit=12&page=2',
      () => site.posts({ category: 'travel', limit: 12, page: 2 }),
    ],
    ['GET /api/posts?published=true&limit=12&cursor=a%2Bb', () => site.posts({ limit: 12, cursor: 'a+b' })],
    ['GET /api/posts/a%2Fb', () => site.post('a/b')],
    ['GET /api/posts/7/related', () => site.relatedPosts(7)],
    ['GET /api/search?q=tea+%26+cake', () => site.search('tea & cake', { page: 1 })],
    ['GET /api/search?q=tea&cursor=x', () => site.search('tea', { cursor: 'x' })],
  ])('%s', async (request, call) => {
    // The result of the call does not matter here.
    await call().catch(() => undefined);
    expect(asked).toEqual([request]);
  });
});

describe('a list', () => {
  it('has its total and its cursor from the headers', async () => {
    answer = (_request, response) => {
      response.setHeader('X-Total-Count', '31');
      response.setHeader('Link', '</api/posts?published=true&cursor=abc%3D>; rel="next"');
      response.end(JSON.stringify([postPage, postPage]));
    };
    expect(await site.posts({})).toEqual({ items: [postPage, postPage], total: 31, next: 'abc=', meant: null });
  });

  it('without the headers is all there is', async () => {
    answer = (_request, response) => response.end(JSON.stringify([postPage]));
    expect(await site.posts({})).toEqual({ items: [postPage], total: 1, next: null, meant: null });
  });
});

it('an answer that is no post of the contract is an error, as in the admin', async () => {
  answer = (_request, response) => response.end(JSON.stringify([{ ...postPage, category: null }]));
  await expect(site.posts({})).rejects.toThrow(UnexpectedAnswerError);
  answer = (_request, response) => response.end('<!doctype html>');
  await expect(site.post('a')).rejects.toThrow(UnexpectedAnswerError);
});

describe('an answer that is not OK', () => {
  const refuse = (status: number, body: string) => {
    answer = (_request, response) => response.writeHead(status, status === 503 ? 'Down' : undefined).end(body);
  };

  it('is an error: status, colon, space, body', async () => {
    refuse(500, 'it broke');
    await expect(site.categories()).rejects.toThrow(new ResponseError(500, '', 'it broke'));
    await expect(site.categories()).rejects.toThrow(/^500: it broke$/);
  });

  it('names the status text when the body is empty', async () => {
    refuse(503, '');
    await expect(site.posts({})).rejects.toThrow(/^503: Down$/);
  });

  it('is null for a post or category that does not exist', async () => {
    refuse(404, '{"code":"post_not_found"}');
    expect(await site.post('nowhere')).toBeNull();
    expect(await site.category('nowhere')).toBeNull();
    await expect(site.relatedPosts(1)).rejects.toThrow(/^404: /);
  });

  it('is not tried again', async () => {
    refuse(500, '');
    await expect(site.search('tea', {})).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });
});
