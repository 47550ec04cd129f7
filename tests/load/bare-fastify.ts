import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

// The limit of this runtime: Fastify with nothing added, which answers from memory with the bytes of a file as the
// Brotli they are. The bench starts it as a separate process: node bare-fastify.ts PORT FILE
const [port, file] = process.argv.slice(2);
const body = readFileSync(file ?? '');
const app = Fastify();
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
app.get('/post/:slug', (_request, reply) => {
  reply.headers(headers).send(body);
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
