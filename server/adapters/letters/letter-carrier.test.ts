import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestMailServer, type TestMailServer } from '#server/test-mail-server.ts';
import { createLetterCarrier, type LetterCarrier, readFailure } from './letter-carrier.ts';

// Tests with a real mail server, and with a server that behaves as no mail server should.

const mail = {
  to: 'reader@example.org',
  replyTo: 'owner@blog.example',
  from: { name: 'Tea', address: 'owner@blog.example' },
  subject: 'Hello',
  text: 'Words',
  html: '<p>Words</p>',
};
const SHORT = { connect: 300, answer: 300, step: 600 };
const LONG = { connect: 10_000, answer: 10_000, step: 20_000 };

let server: TestMailServer;
let carrier: LetterCarrier;
beforeEach(async () => {
  server = await startTestMailServer();
  carrier = createLetterCarrier(server.url);
});
afterEach(async () => {
  carrier.rest();
  await server.close();
});

test('a letter that is taken is there, with both its parts', async () => {
  expect(await carrier.deliver(mail)).toEqual({ kind: 'taken' });
  expect(server.mails).toMatchObject([{ from: 'owner@blog.example', to: 'reader@example.org' }]);
  expect(server.mails[0]?.body).toContain('Content-Type: text/plain');
  expect(server.mails[0]?.body).toContain('Content-Type: text/html');
});

test.each([
  [450, 'Mailbox busy', { kind: 'put-off' }],
  [452, 'Too many', { kind: 'put-off' }],
  [550, '5.1.1 No such user', { kind: 'refused', isBounce: true }],
  [550, '5.7.1 Relaying denied', { kind: 'refused', isBounce: false }],
  [421, 'Closing', { kind: 'unreachable', isLost: false }],
])('a recipient who is answered %s %s', async (code, message, expected) => {
  server.onRecipient = () => ({ code, message });
  expect(await carrier.deliver(mail)).toMatchObject({ ...expected, answer: expect.stringContaining(message) });
  server.onRecipient = () => null;
  expect(await carrier.deliver(mail)).toEqual({ kind: 'taken' });
});

test.each([
  [451, { kind: 'put-off' }],
  [554, { kind: 'refused', isBounce: false }],
])('a text that is answered %s', async (code, expected) => {
  server.onText = () => ({ code, message: 'Not this one' });
  expect(await carrier.deliver(mail)).toMatchObject({ ...expected, answer: expect.stringContaining('Not this one') });
});

test('a connection that ends while the text is on its way leaves open what became of it', async () => {
  server.onText = () => {
    server.cut();
    return null;
  };
  expect(await carrier.deliver(mail)).toMatchObject({ kind: 'unreachable', isLost: true });
});

test('a connection that the server has ended meanwhile costs nothing', async () => {
  await carrier.deliver(mail);
  server.cut();
  expect(await carrier.deliver(mail)).toEqual({ kind: 'taken' });
  expect(server.mails).toHaveLength(2);
});

test('what the answer is waited for too long is not known to have arrived', async () => {
  server.onText = () => new Promise(() => {});
  const delivery = await createLetterCarrier(server.url, SHORT).deliver(mail);
  expect(delivery).toMatchObject({ kind: 'unreachable', isLost: true });
});

test('a stop that cannot wait ends what is under way', async () => {
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  server.onText = () => {
    begun();
    return new Promise(() => {});
  };
  const delivery = carrier.deliver(mail);
  await hasBegun;
  carrier.abort();
  expect(await delivery).toMatchObject({ kind: 'unreachable', isLost: true });
});

test('a server that is not there is told with its address', async () => {
  await server.close();
  expect(await carrier.deliver(mail)).toMatchObject({
    kind: 'unreachable',
    isLost: false,
    answer: expect.stringContaining('ECONNREFUSED'),
  });
});

describe('security', () => {
  test('without TLS nothing is said of a reader', async () => {
    const heard: string[] = [];
    server.onRecipient = (address) => {
      heard.push(address);
      return null;
    };
    expect(await createLetterCarrier(`${server.url}?requireTLS=true`).deliver(mail)).toMatchObject({
      kind: 'unreachable',
      isLost: false,
    });
    expect(heard).toEqual([]);
  });

  test('a certificate nobody vouches for is refused', async () => {
    const secure = await startTestMailServer({ disabledCommands: ['AUTH'] });
    const delivery = await createLetterCarrier(`${secure.url}?requireTLS=true`).deliver(mail);
    expect(delivery).toMatchObject({
      kind: 'unreachable',
      isLost: false,
      answer: expect.stringMatching(/certificate/i),
    });
    expect(secure.mails).toEqual([]);
    await secure.close();
  });

  test('a password that is wrong is told in the server’s words', async () => {
    const locked = await startTestMailServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) =>
        auth.password === 'right' ? done(null, { user: 'me' }) : done(new Error('Wrong password')),
    });
    const with_ = (password: string) =>
      createLetterCarrier(locked.url.replace('//', `//me:${password}@`)).deliver(mail);
    expect(await with_('wrong')).toMatchObject({
      kind: 'unreachable',
      answer: expect.stringContaining('Wrong password'),
    });
    expect(await with_('right')).toEqual({ kind: 'taken' });
    await locked.close();
  });
});

describe('a server that keeps no rule', () => {
  let wild: Server;
  let sockets: Socket[];
  const start = (behave: (socket: Socket) => void) =>
    new Promise<string>((resolve) => {
      sockets = [];
      wild = createServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => {});
        behave(socket);
      });
      wild.listen(0, '127.0.0.1', () => {
        const address = wild.address();
        resolve(`smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
      });
    });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    wild.close();
  });

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['ends at once', (socket) => socket.end()],
    ['is none', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['is closing', (socket) => socket.end('421 4.3.2 Service shutting down\r\n')],
    ['never ends its greeting', (socket) => socket.write('220-hello\r\n'.repeat(100))],
  ])('one that %s is given up', async (_what, behave) => {
    const delivery = await createLetterCarrier(await start(behave), SHORT).deliver(mail);
    expect(delivery).toMatchObject({ kind: 'unreachable', isLost: false });
  });

  const says = {
    ...{ greeting: '220 here', EHLO: '250 here', MAIL: '250 yes', RCPT: '250 yes', DATA: '354 go on' },
    ...{ beginning: '', text: '250 taken' },
  };
  type Stage = keyof typeof says;
  /**
   * Keeps every rule of the protocol up to `stage`, and then calls `behave`. The stage `beginning` is reached when the
   * text of a letter begins to arrive, `text` when all of it has arrived.
   */
  const keepingRulesUpTo = (stage: Stage, behave: (socket: Socket) => void) => (socket: Socket) => {
    let at: Stage = 'greeting';
    let heard = '';
    const answer = (to: Stage) => {
      at = to;
      if (to === stage) behave(socket);
      else if (says[to] !== '') socket.write(`${says[to]}\r\n`);
    };
    answer('greeting');
    socket.on('data', (chunk) => {
      // A server that misbehaves at the beginning of the text takes no more of the text.
      if (at === 'beginning' && stage === 'beginning') return;
      if (at === 'DATA' && stage !== 'DATA') answer('beginning');
      if (at === 'beginning') {
        heard += String(chunk);
        if (stage !== 'beginning' && heard.endsWith('\r\n.\r\n')) answer('text');
        return;
      }
      const command = /^(?:EHLO|HELO|MAIL|RCPT|DATA)/.exec(String(chunk))?.[0].replace('HELO', 'EHLO');
      if (command) answer(command as Stage);
      else if (/^QUIT/.test(String(chunk))) socket.end('221 bye\r\n');
      else socket.write('250 yes\r\n');
    });
  };
  const hangs = () => {};
  const drips = (socket: Socket) => {
    const dripping = setInterval(() => socket.write('250-a\r\n'), 50);
    socket.on('close', () => clearInterval(dripping));
  };
  const ends = (socket: Socket) => socket.end();
  const breaksOff = (socket: Socket) => socket.end('25');
  const resets = (socket: Socket) => socket.resetAndDestroy();
  const answers = (line: string) => (socket: Socket) => socket.write(`${line}\r\n`);
  const untaken = { kind: 'unreachable', isLost: false };
  const notKnown = { kind: 'unreachable', isLost: true };
  const before: Stage[] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'];
  const silent = Object.entries({ hangs, drips, ends, breaksOff, resets });

  test.each([
    ...before.flatMap((stage) => silent.map(([what, behave]) => [stage, what, behave, untaken] as const)),
    // Once the server has begun to take a text, nobody knows what became of the text.
    ...(['beginning', 'text'] as const).flatMap((stage) =>
      silent.map(([what, behave]) => [stage, what, behave, notKnown] as const),
    ),
    ...before.map((stage) => [stage, '421', answers('421 4.3.2 Closing'), untaken] as const),
    ['text', '421', answers('421 4.3.2 Closing'), untaken] as const,
    ...(['greeting', 'EHLO', 'MAIL'] as const).flatMap((stage) =>
      ['451 4.3.0 Later', '554 5.7.1 Not you'].map((line) => [stage, line, answers(line), untaken] as const),
    ),
    ...(['RCPT', 'DATA', 'text'] as const).flatMap((stage) => [
      [stage, '451', answers('451 4.3.0 Later'), { kind: 'put-off' }] as const,
      [stage, '554', answers('554 5.7.1 Spam'), { kind: 'refused', isBounce: false }] as const,
    ]),
    ['text', 'half a refusal', (socket: Socket) => socket.end('452 4.3.1 Full'), untaken] as const,
  ])('one that at %s %s is told as what it is', async (stage, _what, behave, expected) => {
    let isReached = false;
    const url = await start(
      keepingRulesUpTo(stage, (socket) => {
        isReached = true;
        behave(socket);
      }),
    );
    // A silent server is given up soon, unless the machine is too busy to reach the stage in that time.
    let patience = [hangs, drips].includes(behave) ? SHORT : LONG;
    let carrier = createLetterCarrier(url, patience);
    let delivery = await carrier.deliver(mail);
    while (!isReached) {
      carrier.abort();
      patience = { connect: 2 * patience.connect, answer: 2 * patience.answer, step: 2 * patience.step };
      carrier = createLetterCarrier(url, patience);
      delivery = await carrier.deliver(mail);
    }
    expect(delivery).toMatchObject(expected);
    // The answer is in words, for the owner.
    expect('answer' in delivery && delivery.answer).toMatch(/\w{3} \w|\w{6}/);
    carrier.abort();
  });
});

test('what a server says is one line, and not all of a long one', () => {
  const response = `550 ${'no\r\n'.repeat(500)}`;
  const failure = readFailure({ command: 'RCPT TO', responseCode: 550, response }, false);
  expect(failure).toMatchObject({ kind: 'refused', answer: expect.not.stringMatching(/[\r\n]/) });
  expect('answer' in failure && failure.answer.length).toBe(300);
});
