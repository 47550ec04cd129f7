import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import { fetchMe } from './auth/use-me.ts';
import { errorText } from './error-text.ts';
import { createQueryClient, isSignedOut } from './query-client.ts';

const apiError = (status: number, body: object) => new ApiError(status, '', JSON.stringify(body));
const signedOut = apiError(401, { code: 'unauthorized', message: 'Please sign in to continue.' });
const wrongPassword = apiError(401, { code: 'invalid_credentials', message: 'Invalid email or password' });
const offline = new OfflineError(new Error('no network'));

const answering = (error: unknown) => ({
  call: () => Promise.reject(error),
  list: () => Promise.reject(error),
  text: () => Promise.reject(error),
  events: () => {
    throw error;
  },
});

describe('the cache of server state', () => {
  it('tries nothing twice and says when the session is gone', async () => {
    const onSignedOut = vi.fn();
    const client = createQueryClient(onSignedOut);
    const queryFn = vi.fn(() => Promise.reject(signedOut));
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn })).rejects.toBe(signedOut);
    expect(queryFn).toHaveBeenCalledTimes(1);
    expect(onSignedOut.mock.calls).toEqual([['screen']]);
  });

  it('says when it was a change of the owner that found the session gone', async () => {
    const onSignedOut = vi.fn();
    const client = createQueryClient(onSignedOut);
    const change = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(signedOut) });
    await expect(change.execute(undefined)).rejects.toBe(signedOut);
    expect(onSignedOut.mock.calls).toEqual([['owner']]);
  });

  it('keeps what it has: an answer never goes stale by itself', async () => {
    const client = createQueryClient(() => undefined);
    const queryFn = vi.fn(async () => 1);
    await client.fetchQuery({ queryKey: ['x'], queryFn });
    await client.fetchQuery({ queryKey: ['x'], queryFn });
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  it('asks anew for what was fetched for the first time while it went stale', async () => {
    const client = createQueryClient(() => undefined);
    const answers: ((count: number) => void)[] = [];
    const queryFn = () => new Promise<number>((resolve) => answers.push(resolve));
    const observer = new QueryObserver(client, { queryKey: ['x', 1], queryFn });
    const stop = observer.subscribe(() => undefined);
    const refreshed = client.invalidateQueries({ queryKey: ['x'] });
    answers[0]?.(1);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(2);
    await refreshed;
    expect(observer.getCurrentResult().data).toBe(2);
    stop();
  });

  it('does not take a wrong password or a lost connection for the end of the session', async () => {
    const onSignedOut = vi.fn();
    const client = createQueryClient(onSignedOut);
    for (const error of [wrongPassword, offline]) {
      await expect(client.fetchQuery({ queryKey: [String(error)], queryFn: () => Promise.reject(error) })).rejects.toBe(
        error,
      );
    }
    expect(onSignedOut).not.toHaveBeenCalled();
    expect([signedOut, wrongPassword, offline].map(isSignedOut)).toEqual([true, false, false]);
  });
});

describe('who is signed in', () => {
  it('is nobody when the server answers 401', async () => {
    await expect(fetchMe(answering(signedOut))).resolves.toBeNull();
  });

  it('is not known when the server does not answer', async () => {
    await expect(fetchMe(answering(offline))).rejects.toBe(offline);
  });
});

describe('the words for a failure', () => {
  it('are those of the first marked field, else those of the server', () => {
    const issues = [{ path: 'slug', message: 'Slug is required' }];
    expect(errorText(apiError(400, { code: 'invalid_input', message: 'Not valid', issues }))).toBe('Slug is required');
    expect(errorText(wrongPassword)).toBe('Invalid email or password');
    expect(errorText(offline)).toContain('cannot be reached');
    expect(errorText(new Error(''))).not.toBe('');
  });
});
