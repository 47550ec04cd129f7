import type { JudgeFinding } from '#shared/contract/judge.ts';
import type { Message } from '#shared/workflow/messages.ts';

/** A place in the admin that the run wants to show. */
export type RunDestination =
  /** The post form with a stored draft; pass `id` to `draftAddress`. */
  | { readonly kind: 'draft'; readonly id: string }
  /** The form of a post that a draft has become. */
  | { readonly kind: 'post'; readonly id: number }
  | { readonly kind: 'posts' };

/** The page around the chained prompts, through which they speak to it. The listeners are in `PageListeners`. */
export interface Page {
  /** Shows a toast. */
  notice(message: Message): void;
  goTo(destination: RunDestination): void;
  /** Whether going to another place would interrupt the owner; also true when no page could go there. */
  isBusy(): boolean;
  /** Marks cached posts or pictures as stale, because they have changed on the server. */
  stale(what: 'posts' | 'images'): void;
  /** Reports that the session has ended. */
  signedOut(): void;
  /** Asks the form that is open on its draft to submit its create. */
  submit(): void;
  /** Asks the owner whether to publish in spite of the findings; false when nobody can be asked. */
  askToPublish(red: readonly JudgeFinding[]): Promise<boolean>;
}

/** The signals of the chained prompts to the page. Each method returns a function that removes the listener. */
export interface PageListeners {
  /** Called with each toast. */
  onNotice(listener: (notice: Message) => void): () => void;
  /**
   * Called with a place to show. `isBusy` returns whether going there would interrupt the owner; then the run does not
   * ask to go there.
   */
  onGoTo(listener: (destination: RunDestination) => void, isBusy?: () => boolean): () => void;
  /** Called when the session has ended. */
  onSignedOut(listener: () => void): () => void;
  /** Called when posts or pictures have changed on the server and their cached copies are stale. */
  onStale(listener: (what: 'posts' | 'images') => void): () => void;
  /**
   * For the post form: called when a create is to be submitted now. `takeSubmit` tells whether it is the create of this
   * draft.
   */
  onSubmit(listener: () => void): () => void;
  /**
   * Called when findings stand against publishing, to ask the owner. Only the listener that was added last is called.
   */
  onAskToPublish(listener: Page['askToPublish']): () => void;
}

/** Passes the signals of the chained prompts to everyone who listens at that moment. */
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
      // Without a listener there is no page that could open a form.
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

/** Makes a signal with listeners. */
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

/** Returns a failure as a toast. */
export function errorNotice(description: string, title = 'Error'): Message {
  return { title, description, isError: true };
}
