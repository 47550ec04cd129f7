import fc from 'fast-check';
import { answerCall, type Caller } from '#desktop/main/ipc/answer-call.ts';
import { parseLink } from '#desktop/main/links/parse-link.ts';
import { type IpcChannel, ipcChannels } from '#shared/contract/ipc.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { fromWords } from '../mutations.ts';

const CHANNELS = Object.keys(ipcChannels) as IpcChannel[];
const LINK_WORDS = [
  'ninefold://',
  'NINEFOLD://',
  'post/',
  'run/',
  '12',
  '0',
  '../',
  '%2e%2e',
  '?server=evil',
  '#x',
  '@evil.example',
  '//',
  '\n',
  '\\',
];
const urls = fc.constantFrom(
  'app://ninefold/index.html',
  'app://ninefold',
  'app://ninefold.evil/',
  'http://ninefold/',
  'app://a@ninefold/',
  'file:///x',
  '',
  null,
);
const keys = fc.constantFrom(
  'id',
  'kind',
  'url',
  'update',
  'updates',
  'path',
  'name',
  'text',
  'at',
  'siteId',
  '__proto__',
  'constructor',
);
const record = fc.dictionary(
  keys,
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('draft:a', 'draft', 'AAA=', '/api/posts', 1)),
  { maxKeys: 5 },
);

const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Parameters<typeof answerCall>[2]['log'];

interface Call {
  channel: IpcChannel;
  caller: Caller;
  args: unknown[];
  link: string;
}

/** The calls that the desktop app's page sends to its main process, and links that come from outside. */
export function callsTarget(): FuzzTarget {
  return asTarget<Call>({
    name: 'calls of the desktop app',
    cost: 1,
    inputs: fc.record({
      channel: fc.constantFrom(...CHANNELS),
      caller: fc.oneof(
        fc.record<Caller>({ contentsId: fc.nat(3), url: urls, isMainFrame: fc.boolean() }),
        fc.constant<Caller>({ contentsId: 1, url: 'app://ninefold/index.html', isMainFrame: true }),
      ),
      args: fc.oneof(
        fc.array(fc.oneof({ weight: 3, arbitrary: record }, { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) }), {
          maxLength: 2,
        }),
        // As the page calls the channels without an input.
        fc.constant<unknown[]>([{}]),
      ),
      link: fromWords(LINK_WORDS, 8),
    }),
    async parse({ channel, caller, args, link }) {
      const found = parseLink(link);
      must(found === null || /^[A-Za-z0-9-]{1,80}$/.test(found.id), `a link to ${found?.id}`);
      let wasAsked = false;
      const handler = () => {
        wasAsked = true;
        throw new Error('a secret of the main process');
      };
      const said = await answerCall(channel, handler, { caller, args, log }).then(
        () => 'answered',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      must(said === (wasAsked ? 'failed' : 'refused'), `said ${said}`);
      const isOurs =
        caller.isMainFrame && (caller.url?.startsWith('app://ninefold/') || caller.url === 'app://ninefold');
      must(!wasAsked || Boolean(isOurs), `asked by ${caller.url}`);
      must(!wasAsked || ipcChannels[channel].input.safeParse(args[0]).success, 'asked with a wrong shape');
      return wasAsked;
    },
  });
}
