import { expect, test } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { errorBody, toAppError } from './error-handler.ts';

const fastifyError = (code: string, statusCode: number) =>
  Object.assign(new Error('from inside'), { code, statusCode });

test.each([
  [fastifyError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'unsupported_media_type'],
  [fastifyError('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'payload_too_large'],
  [fastifyError('FST_REQ_FILE_TOO_LARGE', 413), 'payload_too_large'],
  [fastifyError('FST_ERR_CTP_INVALID_JSON_BODY', 400), 'malformed_json'],
  [fastifyError('FST_ERR_BAD_URL', 400), 'bad_request'],
  [fastifyError('FST_UNDER_PRESSURE', 503), 'overloaded'],
  [fastifyError('FST_ERR_OF_TOMORROW', 418), 'bad_request'],
  [fastifyError('FST_ERR_OF_TOMORROW', 404), 'not_found'],
  [fastifyError('FST_ERR_OF_TOMORROW', 500), 'internal'],
  [Object.assign(new Error('slow down'), { statusCode: 429 }), 'rate_limited'],
  [new SyntaxError('Unexpected token'), 'malformed_json'],
  [new TypeError('x is not a function'), 'internal'],
  ['a text that was thrown', 'internal'],
])('%s travels as %s', (error, code) => {
  expect(toAppError(error).code).toBe(code);
});

test('an error of ours stays what it is', () => {
  const error = new AppError('post_conflict', { current: { id: 1 } });
  expect(toAppError(error)).toBe(error);
  expect(errorBody(error, 'req-1')).toEqual({
    code: 'post_conflict',
    message: 'This post was changed elsewhere since you opened it.',
    current: { id: 1 },
    requestId: 'req-1',
  });
});

test('the text of what went wrong inside never leaves', () => {
  const error = toAppError(new Error('SQLITE_CORRUPT in /var/lib/ninefold'));
  expect(JSON.stringify(errorBody(error, 'req-1'))).not.toMatch(/SQLITE|var/);
  const spoken = new AppError('internal', { message: 'password is 123' });
  expect(JSON.stringify(errorBody(spoken, 'req-1'))).not.toContain('123');
});
