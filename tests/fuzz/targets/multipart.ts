import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { PICTURE_LIMITS, readPicture } from '#server/routes/read-picture.ts';
import { UPLOAD_FIELD } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedTexts } from '../mutations.ts';

const TYPE = 'multipart/form-data; boundary=frontier';
const part = (head: string, body = 'bytes') => `--frontier\r\n${head}\r\n\r\n${body}\r\n`;
const named = (field: string, file: string) => `Content-Disposition: form-data; name="${field}"; filename="${file}"`;
const SAMPLES = [
  `${part(`${named(UPLOAD_FIELD, 'a.png')}\r\nContent-Type: image/png`)}--frontier--\r\n`,
  `${part(named(UPLOAD_FIELD, '../../a.png'))}${part(named('other', 'b.png'))}--frontier--\r\n`,
  `${part('Content-Disposition: form-data; name="title"', 'words')}--frontier--\r\n`,
];
const WORDS = [
  ...[
    '--frontier',
    '--frontier--',
    '\r\n',
    '\r\n\r\n',
    '\n',
    '\r',
    'Content-Disposition: form-data',
    '; name="image"',
    '; filename="x"',
  ],
  ...[
    "; filename*=UTF-8''%00%ff",
    '; name=__proto__',
    'Content-Type: multipart/mixed; boundary=b',
    'Content-Transfer-Encoding: base64',
  ],
  ...['Content-Length: 99999999', ';', '"', '\\', 'X: '.padEnd(300, 'y'), '\u202egnp.exe', 'C:\\x\\', '/etc/passwd'],
];

/** The number of bytes that a socket delivers at once. */
const AT_ONCE = 64 * 1024;

/**
 * Delivers bytes in pieces as a socket does. If an injected request gives more than 64 KiB in one piece and that piece
 * is a part without headers, it is never answered: the parser (@fastify/busboy) waits until somebody reads that part,
 * and nobody knows of it.
 */
function inPieces(bytes: Buffer): Readable {
  const count = Math.max(1, Math.ceil(bytes.length / AT_ONCE));
  return Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * AT_ONCE, (at + 1) * AT_ONCE)));
}

/** Uploads: bodies of several parts, read by the same function with which the routes read them. */
export async function multipartTarget(): Promise<FuzzTarget> {
  const app = Fastify();
  await app.register(multipart, { limits: PICTURE_LIMITS });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? 400 : ((error as { statusCode?: number }).statusCode ?? 500)).send(),
  );
  app.post('/', async (request) => {
    const { bytes, name } = await readPicture(request);
    return { size: bytes.length, name };
  });
  await app.ready();
  return asTarget<string>({
    name: 'uploads (multipart)',
    cost: 4,
    inputs: mutatedTexts(SAMPLES, WORDS),
    async parse(text) {
      const payload = Buffer.from(text, 'utf8');
      const headers = { 'content-type': TYPE, 'content-length': String(payload.length) };
      const answer = await app.inject({ method: 'POST', url: '/', headers, payload: inPieces(payload) });
      if (answer.statusCode !== 200) {
        must(answer.statusCode >= 400 && answer.statusCode < 500, `answered ${answer.statusCode}`);
        return false;
      }
      const { size, name } = answer.json<{ size: number; name: string }>();
      must(size <= payload.length, 'more bytes than were sent');
      must(name.length <= 200 && !/[/\\\p{Cc}\p{Bidi_Control}]/u.test(name), `the name ${name}`);
      return true;
    },
    close: () => app.close(),
  });
}
