import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';

interface PasswordState {
  /** Whether the owner is asked for the password. */
  isAsked: boolean;
  /** Called when the owner has given the password or has declined; the waiting calls then continue. */
  answer: (isGiven: boolean) => void;
}

export type PasswordStore = StoreApi<PasswordState>;

/** Keeps whether the owner is asked for the password again, over the open screen. */
export function createPasswordStore(): PasswordStore {
  return createStore<PasswordState>(() => ({ isAsked: false, answer: () => {} }));
}

/** Asks once for all callers that ask at the same time; resolves to whether the password was given. */
function askIn(store: PasswordStore): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  return () => {
    asking ??= new Promise<boolean>((resolve) => {
      store.setState({
        isAsked: true,
        answer(isGiven) {
          asking = null;
          store.setState({ isAsked: false });
          resolve(isGiven);
        },
      });
    });
    return asking;
  };
}

const isRefusedFor = (error: unknown) => error instanceof ApiError && error.code === 'password_required';

/**
 * Returns the client with the one place that handles a call that needs the password again (docs/rules.md, "Recent
 * sign-in"): the owner is asked, and the call is sent again. If the owner declines, the call fails with the server's
 * error.
 */
export function askingForPassword(api: ApiClient, store: PasswordStore): ApiClient {
  const ask = askIn(store);
  const call: ApiClient['call'] = async (endpoint, ...input) => {
    try {
      return await api.call(endpoint, ...input);
    } catch (error) {
      if (!isRefusedFor(error) || !(await ask())) throw error;
      return api.call(endpoint, ...input);
    }
  };
  return { ...api, call };
}
