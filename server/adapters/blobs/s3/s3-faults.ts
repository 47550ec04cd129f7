import { BlobFault } from '../blob-fault.ts';
import { addressOf, type S3Place } from './s3-place.ts';

/** An error as a service reports it. */
export interface S3Error {
  status: number;
  /** "NoSuchKey"; empty when the service gives none, as for a HEAD. */
  code: string;
  /** The other region that the answer names, if any. */
  region: string | null;
}

const tag = (name: string, xml: string) => new RegExp(`<${name}>([^<]{1,200})</${name}>`).exec(xml)?.[1] ?? '';

/** Reads the error from an answer, whose text may be anything. */
export function readError(status: number, text: string, headers: Headers): S3Error {
  const region = headers.get('x-amz-bucket-region') ?? tag('Region', text);
  return { status, code: tag('Code', text), region: /^[a-z0-9-]{2,40}$/.test(region) ? region : null };
}

const REFUSED_KEYS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'];
const ELSEWHERE = [
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
];

/** Whether another try may succeed. */
export function isPassing({ status, code }: S3Error): boolean {
  if (status === 409) return code === 'ConditionalRequestConflict' || code === 'OperationAborted';
  return status === 429 || status === 408 || status >= 500 || code === 'RequestTimeout';
}

/** Returns an error in words for the owner. `what` names the operation: "read uploads/x.webp". */
export function faultOf(place: S3Place, what: string, { status, code, region }: S3Error): BlobFault {
  const store = addressOf(place);
  const said = code === '' ? `answered ${status}` : `answered ${status} ${code}`;
  if (code === 'RequestTimeTooSkewed')
    return new BlobFault(
      'misplaced',
      `The clock of this machine and that of ${store} differ by more than 15 minutes. Set this machine’s clock.`,
    );
  if (REFUSED_KEYS.includes(code))
    return new BlobFault(
      'refused',
      `${store} does not know these keys (${code}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  if (code === 'NoSuchBucket')
    return new BlobFault(
      'misplaced',
      `There is no bucket “${place.bucket}” at ${place.endpoint}. Make it first: Ninefold makes none.`,
    );
  if (ELSEWHERE.includes(code) || (status >= 300 && status < 400))
    return new BlobFault(
      'misplaced',
      `The bucket “${place.bucket}” is not in the region ${place.region}. Set S3_REGION${region === null ? '' : ` to ${region}`}, or S3_ENDPOINT.`,
    );
  if (status === 401 || status === 403)
    return new BlobFault('refused', `${store} does not let these keys ${what} (${said}).`);
  if (code === 'InvalidRange') return new BlobFault('damaged', `${store} could not ${what}: it has no such byte.`);
  return new BlobFault('unreachable', `${store} could not ${what}: it ${said}.`);
}

/** Returns the fault for a missing answer, or one that broke off. */
export function noAnswer(place: S3Place, what: string, cause: unknown): BlobFault {
  return new BlobFault('unreachable', `${addressOf(place)} could not ${what}: ${wordsOf(cause)}.`, { cause });
}

function wordsOf(cause: unknown): string {
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'it did not answer in time';
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return code === '' ? 'the connection broke' : `the connection failed (${code})`;
}
