import type { JudgeFinding } from '#shared/contract/judge.ts';
import type { Message } from '#shared/workflow/messages.ts';

/** A place in the admin the run wants to show. */
export type RunDestination =
  /** The post form on a stored draft; give `id` to `draftAddress`. */
  | { readonly kind: 'draft'; readonly id: string }
  /** The form of a post that a draft has become. */
  | { readonly kind: 'post'; readonly id: number }
  | { readonly kind: 'posts' };

/** The page around the chained prompts, as they speak to it. Whoever listens is in `PageListeners`. */
export interface Page {
  /** Shows a toast. */
  notice(message: Message): void;
  goTo(destination: RunDestination): void;
  /** Whether the owner is at something that going there by itself would break off; so too where nobody could go. */
  isBusy(): boolean;
  /** Posts or pictures of the server have changed: what is cached of them is stale. */
  stale(what: 'posts' | 'images'): void;
  /** The session has ended. */
  signedOut(): void;
  /** A create is to be submitted by the form that is open on its draft. */
  submit(): void;
  /** Asks the owner whether to publish all the same; no where nobody can be asked. */
  askToPublish(red: readonly JudgeFinding[]): Promise<boolean>;
}

/** What the page hears of the chained prompts. Each gives a function that ends it. */
export interface PageListeners {
  /** Toasts. */
  onNotice(listener: (notice: Message) => void): () => void;
  /** `isBusy` says whether the owner is at something that going there by itself would break off: then it is not told. */
  onGoTo(listener: (destination: RunDestination) => void, isBusy?: () => boolean): () => void;
  /** The session has ended. */
  onSignedOut(listener: () => void): () => void;
  /** Posts or pictures of the server have changed: what is cached of them is stale. */
  onStale(listener: (what: 'posts' | 'images') => void): () => void;
  /** For the post form: the create is to be submitted now. `takeSubmit` says whether for this draft. */
  onSubmit(listener: () => void): () => void;
  /** Something stands against publishing: the owner is asked. The last who listens asks. */
  onAskToPublish(listener: Page['askToPublish']): () => void;
}

/** Brings what the chained prompts say to everybody who listens at that moment. */
export function createPageSignals(): { page: Page; listeners: PageListeners } {
  const notices = createSignal<Message>();
  const goTo = createSignal<RunDestination>();
  const stale = createSignal<'posts' | 'images'>();
  const signedOut = createSignal<void>();
  const submit = createSignal<void>();
  const busy = new Set<() => boolean>();
  const asking: Page['askToPublish'][] = [];
  return {
    page: {
      notice: notices.tell,
      goTo: goTo.tell,
      // Without a listener there is nobody who could open a form.
      isBusy: () => busy.size === 0 || [...busy].some((isBusy) => isBusy()),
      stale: stale.tell,
      signedOut: () => signedOut.tell(),
      submit: () => submit.tell(),
      askToPublish: async (red) => asking.at(-1)?.(red) ?? false,
    },
    listeners: {
      onNotice: notices.on,
      onGoTo(listener, isBusy = () => false) {
        const stop = goTo.on(listener);
        busy.add(isBusy);
        return () => {
          busy.delete(isBusy);
          stop();
        };
      },
      onSignedOut: signedOut.on,
      onStale: stale.on,
      onSubmit: submit.on,
      onAskToPublish(listener) {
        asking.push(listener);
        return () => void asking.splice(asking.indexOf(listener), 1);
      },
    },
  };
}

/** Something others are told of as it happens. */
function createSignal<Value>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    tell(value: Value): void {
      for (const listener of [...listeners]) listener(value);
    },
    on(listener: (value: Value) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A failure as a toast shows it. */
export function errorNotice(description: string, title = 'Error'): Message {
  return { title, description, isError: true };
}
