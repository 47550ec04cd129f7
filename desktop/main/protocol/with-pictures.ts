import { uploadImage } from '#shared/contract/images.ts';
import { refusal, type WaitingPictures } from '../waiting-pictures/index.ts';
import { type Asked, SAFE } from './ask-server.ts';
import { guardedAnswer } from './page-answers.ts';

interface WithPicturesOptions {
  waiting: Pick<WaitingPictures, 'answer' | 'upload' | 'outgoing'>;
  /** Asks the server, streaming. */
  live(asked: Asked): Promise<Response>;
}

const JSON_TYPE = /^application\/json\b/i;

/**
 * Gives the pictures that wait on this computer their part in a request: the answer, where it is for one, gives one, or holds words that
 * name one; else the request as it is to be asked.
 */
export function createWithPictures({ waiting, live }: WithPicturesOptions) {
  /** Sends a body, with the addresses that pictures have by now in the place of local ones. */
  async function withAddresses(asked: Asked): Promise<Response> {
    const outgoing = waiting.outgoing(await asked.request.text());
    // As a lost connection: what is saved waits, and is sent again.
    if (outgoing.kind === 'waits') return Response.error();
    if (outgoing.kind === 'refused') return guardedAnswer(refusal(400, outgoing.error));
    return live({ ...asked, sent: { body: outgoing.body, headers: {} } });
  }

  return async ({ request, address, gone }: Asked): Promise<Response | Asked> => {
    const here = await waiting.answer(request, address);
    if (here instanceof Response) return guardedAnswer(here);
    const asked: Asked = { request, address: here ? new URL(here.elsewhere, address) : address, gone };
    if (request.method === 'POST' && address.pathname === uploadImage.path)
      return guardedAnswer(await waiting.upload(request, gone, (sent) => live({ ...asked, sent })));
    return isJson(request) ? withAddresses(asked) : asked;
  };
}

const isJson = ({ method, headers, body }: Request) =>
  !SAFE.has(method) && body !== null && JSON_TYPE.test(headers.get('content-type') ?? '');
