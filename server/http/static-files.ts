import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PictureFate, UPLOADS } from '#server/repositories/image-addresses.ts';
import { CLIENT_HEADER } from '#shared/contract/session.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { forOtherSites } from './security-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const A_WEEK = 'public, max-age=604800';

interface FilesOptions {
  /** What became of the picture whose files begin with these 24 hex digits; null for one that is served. */
  fateOf(id: string): Promise<PictureFate | null>;
  dataFolder: string;
  clientFolder: string | null;
}

/** Files: the built browser code (hashed names), what lies at the site's root (icons), and uploaded pictures. */
export async function addFiles(
  app: FastifyInstance,
  { fateOf, dataFolder, clientFolder }: FilesOptions,
): Promise<void> {
  const common = { decorateReply: false, index: false as const, dotfiles: 'deny' as const, cacheControl: false };
  await app.register((scope) => addPictures(scope, fateOf, dataFolder));
  await app.register(async (scope) => {
    if (clientFolder === null) return;
    await scope.register(fastifyStatic, {
      ...common,
      root: path.join(clientFolder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      // Nobody asks for a part of them, nor whether they have changed; each header is on the way before the first paint.
      acceptRanges: false,
      lastModified: false,
      setHeaders: (reply) => reply.header('cache-control', FOREVER),
    });
  });
  if (clientFolder === null) return;
  await app.register(fastifyStatic, {
    ...common,
    root: clientFolder,
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', '**/.*', '**/*.{br,gz}', '.vite/**', '**/*.html'],
    setHeaders: (reply) => forOtherSites(reply).header('cache-control', A_WEEK),
  });
}

/** A file of a picture of ours: the name all of its files begin with, and what tells them apart. */
const OWN_FILE = /([0-9a-f]{24})((?:-\d+|-share)?\.[a-z]+)$/i;

/** Our WebP. Nothing else is made as AVIF. */
const WEBP = /^\/uploads\/([0-9a-f]{24}-\d+)\.webp$/;

/**
 * The uploaded pictures. A file that was replaced leads to the one in its place; what is in the bin is for the owner alone,
 * who asks for it with `?bin`. Under the address of a WebP a browser that takes AVIF is given that, where it was made and is
 * smaller: the file then holds something.
 */
async function addPictures(scope: FastifyInstance, fateOf: FilesOptions['fateOf'], dataFolder: string): Promise<void> {
  const [uploads, avif] = [path.join(dataFolder, 'uploads'), path.join(dataFolder, 'avif')];
  for (const folder of [uploads, avif]) mkdirSync(folder, { recursive: true });
  const common = {
    index: false as const,
    dotfiles: 'deny' as const,
    cacheControl: false,
    setHeaders(reply: FastifyReply, file: string) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', FOREVER);
      forOtherSites(reply);
      // A picture is shown, never run: not even when an old browser misjudges it.
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      if (/\.(webp|avif)$/.test(file)) reply.header('vary', 'accept');
    },
  };
  await scope.register(fastifyStatic, { ...common, root: avif, serve: false });
  scope.addHook('onRequest', (request, reply) => answerForMissing({ fateOf, uploads }, request, reply));
  scope.addHook('onRequest', async (request, reply) => {
    const name = WEBP.exec(request.url.split('?', 1)[0] ?? '')?.[1];
    if (name === undefined || !takesAvif(request.headers.accept)) return;
    const info = await stat(path.join(avif, `${name}.avif`)).catch(() => null);
    if (info !== null && info.size > 0) return reply.sendFile(`${name}.avif`);
  });
  await scope.register(fastifyStatic, { ...common, root: uploads, prefix: '/uploads/', decorateReply: false });
}

/** Whether AVIF is named; "image/*" is said by programs that have never heard of it. */
function takesAvif(accept: string | undefined): boolean {
  return accept !== undefined && /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept);
}

/** Answers for a file that was replaced, or lies in the bin; lets every other request pass. */
async function answerForMissing(
  { fateOf, uploads }: Pick<FilesOptions, 'fateOf'> & { uploads: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { '*': address = '' } = request.params as { '*'?: string };
  const [, id = '', rest = ''] = OWN_FILE.exec(address) ?? [];
  const fate = id === '' ? null : await fateOf(id.toLowerCase());
  if (fate === null) return;
  const isForOwner = request.adminId !== null && Object.hasOwn(request.query as object, 'bin');
  // The owner may take it out again, or put another file in its place: nobody keeps what is answered.
  reply.header('cache-control', 'no-store');
  if (isForOwner) return;
  if (fate.kind === 'binned') throw new AppError('not_found');
  const file = counterpart(fate, rest);
  // The app follows no redirect: Electron tells where one leads only when it has been followed, with the owner's cookie.
  if (request.headers[CLIENT_HEADER] === 'desktop') return reply.sendFile(file, uploads);
  return reply.redirect(UPLOADS + file, 302);
}

/** The file that stands for `rest` of another picture: the copy of that width, or of the next one, the share picture, the fallback. */
function counterpart(
  { filename, srcset, shareFilename }: { filename: string; srcset: string; shareFilename: string },
  rest: string,
) {
  if (rest.startsWith('-share')) return shareFilename;
  const wanted = Number(/^-(\d+)/.exec(rest)?.[1]);
  const copies = [...srcset.matchAll(/\/uploads\/(\S+) (\d+)w/g)];
  const copy = Number.isNaN(wanted)
    ? undefined
    : (copies.find(([, , width]) => Number(width) >= wanted) ?? copies.at(-1));
  return copy?.[1] ?? filename;
}
