import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer } from './smtp-mailer.ts';

const mail = { to: 'reader@example.org', replyTo: 'owner@blog.example', subject: 'Tea', text: 'Words' };
const SHORT = { connect: 300, answer: 300, step: 600 };

let server: Server;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});
/** Starts a mail server that greets, and then does what `greeted` does. Returns its address. */
async function start(greeted: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).write('220 here\r\n');
    socket.once('data', () => greeted(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a mail server that says a little again and again is not waited for without end, and let go of', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const url = await start((socket) => {
    const dripping = setInterval(() => socket.write('250-a\r\n'), 50);
    closed = once(socket, 'close').finally(() => clearInterval(dripping));
  });
  await expect(createSmtpMailer(url, 'owner@blog.example', SHORT).send(mail)).rejects.toThrow('takes too long');
  await closed;
});

test('what is under way ends when the server stops', async () => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const url = await start((socket) => {
    socket.write('250 here\r\n');
    socket.on('data', isAsked);
  });
  const mailer = createSmtpMailer(url, 'owner@blog.example');
  const sent = mailer.send(mail);
  sent.catch(() => undefined);
  await asked;
  mailer.close();
  await expect(sent).rejects.toThrow('stopping');
});
