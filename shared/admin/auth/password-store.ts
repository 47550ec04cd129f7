import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';

interface PasswordState {
  /** Whether the owner is asked for the password. */
  isAsked: boolean;
  /** The owner has given it, or will not; whoever waits goes on. */
  answer: (isGiven: boolean) => void;
}

export type PasswordStore = StoreApi<PasswordState>;

/** Knows whether the owner is asked for the password again, over what is open. */
export function createPasswordStore(): PasswordStore {
  return createStore<PasswordState>(() => ({ isAsked: false, answer: () => {} }));
}

/** Asks once for all who ask meanwhile; answers whether the password was given. */
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
 * The client with the one place that knows what to do when a call needs the password again (docs/rules.md, "Recent
 * sign-in"): the owner is asked, and the call is sent anew. Where the owner will not, it fails as the server has it.
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
