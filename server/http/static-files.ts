import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { typeOfKey } from '#server/adapters/blobs/blob-key.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { AVIF_FOLDER, avifKey, UPLOADS_FOLDER, uploadKey } from '#server/adapters/picture-files.ts';
import { pictureCopies } from '#server/adapters/stored-picture.ts';
import { type PictureFate, UPLOADS } from '#server/repositories/image-addresses.ts';
import { CLIENT_HEADER } from '#shared/contract/session.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { forOtherSites } from './security-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const A_WEEK = 'public, max-age=604800';

interface FilesOptions {
  /** What became of the picture whose files begin with these 24 hex digits; null for one that is served. */
  fateOf(id: string): Promise<PictureFate | null>;
  /** Whether a picture has a file of this name; asked where the files are elsewhere. */
  hasFile(name: string): Promise<boolean>;
  blobs: SiteBlobs;
  clientFolder: string | null;
}

/** Files: the built browser code (hashed names), what lies at the site's root (icons), and uploaded pictures. */
export async function addFiles(app: FastifyInstance, { clientFolder, ...pictures }: FilesOptions): Promise<void> {
  const common = { decorateReply: false, index: false as const, dotfiles: 'deny' as const, cacheControl: false };
  await app.register((scope) => addPictures(scope, pictures));
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

/** The name of a file of ours. */
const OWN_NAME = /^[0-9a-f]{24}(-\d+|-share)?\.[a-z]+$/;

/** Our WebP. Nothing else is made as AVIF. */
const WEBP = /^\/uploads\/([0-9a-f]{24}-\d+)\.webp$/;

type PictureOptions = Omit<FilesOptions, 'clientFolder'>;

/**
 * The uploaded pictures. A file that was replaced leads to the one in its place; what is in the bin is for the owner alone,
 * who asks for it with `?bin`. Under the address of a WebP a browser that takes AVIF is given that, where it was made and is
 * smaller: the file then holds something. Of a store elsewhere copies are sent, and only names that a picture has are asked
 * for: what somebody makes up costs no request of it.
 */
async function addPictures(scope: FastifyInstance, options: PictureOptions): Promise<void> {
  const { blobs, hasFile } = options;
  const { folder } = blobs.store;
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
  for (const name of [UPLOADS_FOLDER, AVIF_FOLDER]) mkdirSync(path.join(blobs.folder, name), { recursive: true });
  await scope.register(fastifyStatic, { ...common, root: path.join(blobs.folder, AVIF_FOLDER), serve: false });
  scope.addHook('onRequest', (request, reply) => answerForMissing(options, request, reply));
  scope.addHook('onRequest', async (request, reply) => {
    const name = WEBP.exec(request.url.split('?', 1)[0] ?? '')?.[1];
    if (name === undefined || !takesAvif(request.headers.accept)) return;
    if (folder === null && !(await hasFile(`${name}.webp`))) return;
    const file = await blobs.file(avifKey(`${name}.avif`)).catch(undefinedWithoutRoom);
    const info = file ? await stat(file).catch(() => null) : null;
    if (file && info !== null && info.size > 0) return sendPicture(reply, file);
  });
  if (folder !== null) {
    const root = path.join(folder, UPLOADS_FOLDER);
    await scope.register(fastifyStatic, { ...common, root, prefix: UPLOADS, decorateReply: false });
    return;
  }
  scope.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS}*`,
    async handler({ params: { '*': name } }, reply) {
      if (!OWN_NAME.test(name) || !(await hasFile(name))) throw new AppError('not_found');
      const key = uploadKey(name);
      const file = await blobs.file(key).catch(undefinedWithoutRoom);
      if (file === null) throw new AppError('not_found');
      if (file !== undefined) return sendPicture(reply, file);
      const read = await blobs.store.get(key);
      if (!read) throw new AppError('not_found');
      // The disk has no room for a copy: it goes on as it comes.
      common.setHeaders(reply, name);
      return reply.type(typeOfKey(key)).header('content-length', read.head.size).send(read.body);
    },
  });
}

/** For a copy that could not be made because this machine's disk is full. */
function undefinedWithoutRoom(error: unknown): undefined {
  if (isDiskFull(error)) return undefined;
  throw error;
}

/** Sends a file of ours, with what a picture's answer has. */
function sendPicture(reply: FastifyReply, file: string): FastifyReply {
  return reply.sendFile(path.basename(file), path.dirname(file));
}

/** Whether AVIF is named; "image/*" is said by programs that have never heard of it. */
function takesAvif(accept: string | undefined): boolean {
  return accept !== undefined && /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept);
}

/** Answers for a file that was replaced, or lies in the bin; lets every other request pass. */
async function answerForMissing({ fateOf, blobs }: PictureOptions, request: FastifyRequest, reply: FastifyReply) {
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
  if (request.headers[CLIENT_HEADER] === 'desktop') {
    const found = await blobs.file(uploadKey(file));
    if (found === null) throw new AppError('not_found');
    return sendPicture(reply, found);
  }
  return reply.redirect(UPLOADS + file, 302);
}

/** The file that stands for `rest` of another picture: the copy of that width, or of the next one, the share picture, the fallback. */
function counterpart(
  { filename, srcset, shareFilename }: { filename: string; srcset: string; shareFilename: string },
  rest: string,
) {
  if (rest.startsWith('-share')) return shareFilename;
  const wanted = Number(/^-(\d+)/.exec(rest)?.[1]);
  const copies = pictureCopies(srcset);
  const copy = Number.isNaN(wanted) ? undefined : (copies.find(({ width }) => width >= wanted) ?? copies.at(-1));
  return copy?.name ?? filename;
}
