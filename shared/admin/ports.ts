import type { StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { ContentPiece } from '#shared/content/pipeline.ts';
import type {
  CreatedPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedPasskey,
} from '#shared/contract/auth/passkey-shapes.ts';
import type { CopyState, FoundDraft } from '#shared/contract/copy-state.ts';
import type { UploadedImage } from '#shared/contract/images.ts';
import type { SiteImport } from '#shared/contract/imports.ts';
import type {
  AppLink,
  MenuCommand,
  NoteShortcut,
  ShortcutChoice,
  WaitingPictureState,
  WorkflowProgress,
} from '#shared/contract/ipc.ts';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { PostStyle } from '#shared/kernel/post-style.ts';
import type { ParsedDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import type { StepList } from '#shared/workflow/steps.ts';
import type { Exchange } from '#shared/workspace/exchange/exchange-port.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';

/** State that components read, with zustand's `useStore`. Whoever made it is the one that changes it. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/** The browser's localStorage as the admin sees it: null for a key that is not set. Setting may fail silently. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** A name only one window of this device can hold at a time (Web Locks). */
export interface WindowLocks {
  /** Takes the name when it is free; null when another window holds it. Calling `release` gives it back. */
  tryHold(name: string): Promise<{ release(): void } | null>;
}

/** Messages among the windows of this device (BroadcastChannel): never to itself, nor to a window that opens later. */
export interface WindowChannel {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

export interface UploadOptions {
  /** Called with the part that is sent, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  /** File name of the stored picture whose place the file takes; a picture of its own without one. */
  replaces?: string;
}

/** A Markdown text as sanitized HTML, piece by piece, or why there is none, in words for the owner. */
export type Preview = { pieces: readonly ContentPiece[] } | { fault: string };

/**
 * Everything outside that the admin reaches, given by its host: the browser entry (server/admin) or the desktop's
 * renderer. The admin never asks which of the two it is in.
 */
export interface AdminPorts {
  /** The steps of the chained prompts, in their order. */
  steps: StepList;
  api: ApiClient;
  /** Sends a picture's bytes. Throws as `api.call` does, and what `signal` was aborted with. */
  uploadPicture(file: File, options?: UploadOptions): Promise<UploadedImage>;
  /** Sends the file of an import, however large; throws likewise. */
  uploadImport(file: File, options?: Omit<UploadOptions, 'replaces'>): Promise<SiteImport>;
  site: {
    /** The site's name for the owner's eyes. */
    name: string;
    /** The public address of a path of the site ("/post/a-slug"), for links and for the clipboard. */
    url(path: string): string;
    /** The address under which this host may frame a page of the site. */
    frameUrl(path: string): string;
  };
  /** Where what is typed is kept before it is saved. */
  store: DocumentStore;
  localStorage: KeyValue;
  clipboard: { writeText(text: string): Promise<void> };
  clock: Clock;
  /** A name nobody else has (UUID). */
  uniqueId(): string;
  /** Renders Markdown away from the thread that types, as posts are shown. */
  preview(markdown: string, style: PostStyle): Promise<Preview>;
  analytics: { adminAction(action: string, details?: Record<string, unknown>): void };
  /** Opens an address outside of the admin: another tab, or the system's browser or mail program. */
  openExternal(url: string): void;
  locks: WindowLocks;
  /** Opens the channel of this name. */
  openChannel(name: string): WindowChannel;
  /** Calls back when the network may be there again. */
  onOnline(listener: () => void): () => void;
  /** The workflow's `parseDrafts`, away from the thread that draws. */
  parseDrafts(output: string, source: string): Promise<ParsedDrafts>;
  /**
   * The exchange of the workspace with the server, which the host runs. It is asleep until `syncNow` is called the first
   * time, which is when someone is signed in.
   */
  exchange: Pick<Exchange, 'statusOf' | 'syncNow' | 'adoptSite' | 'answerDeletions'> & {
    state: ReadableStore<ExchangeState>;
  };
  /** The copy of the site on this computer, where the host keeps one; null in a browser. */
  copy: {
    /** Null until it is known. */
    state: ReadableStore<CopyState | null>;
    /** Bytes of pictures that are kept at the most. */
    setLimit(bytes: number): Promise<void>;
    /** The owner's word on `deletions`, by its key. */
    answerDeletions(key: string, answer: 'delete' | 'keep'): Promise<void>;
    /** Drafts of this computer that have these words, the best matches first. */
    findDrafts(words: string): Promise<readonly FoundDraft[]>;
  } | null;
  /** Pictures that wait on this computer until they can be sent, where the host keeps them; null in a browser. */
  waitingPictures: {
    /** In the order in which they are sent. */
    state: ReadableStore<readonly WaitingPictureState[]>;
    /** Has one that was refused sent once more. */
    retry(id: string): Promise<void>;
    remove(id: string): Promise<void>;
    /** Gives the owner its file. False when they put it off. */
    save(id: string): Promise<boolean>;
  } | null;
  files: {
    /** Gives the owner a text as a file. False when they put it off. */
    saveText(name: string, text: string): Promise<boolean>;
    /** Has the system carry a text as a file from under the pointer, which is pressed; null where the host cannot. */
    dragText: ((name: string, text: string) => Promise<void>) | null;
    /**
     * Gives the owner a file of the server's: `path` begins with "/api/". "begun" where the host has taken it over, "saved"
     * when it is there, null when they put it off or were told why not.
     */
    download(path: string, name: string): Promise<'begun' | 'saved' | null>;
    /** Lets the owner choose a text file; null when they choose none. Throws an Error in words for the owner. */
    openText(): Promise<{ name: string; text: string } | null>;
  };
  /**
   * Leaves for the login page, and has everything removed that is kept in this browser; never resolves. Null where the host
   * forgets in its own way.
   */
  leaveNothing: (() => Promise<never>) | null;
  /** Passkeys of the host. Both throw an Error in words for the owner, also where they put it off. */
  passkeys: {
    isSupported(): boolean;
    create(options: PasskeyCreationOptions): Promise<CreatedPasskey>;
    use(options: PasskeyRequestOptions): Promise<UsedPasskey>;
  };
  /** Calls back with what the host's menu asks for; a browser has none. */
  onCommand(listener: (command: MenuCommand) => void): () => void;
  /** Calls back with the links the host was opened with; a browser follows its own. */
  onLink(listener: (link: AppLink) => void): () => void;
  /** Calls back with text files the system handed to the host; a browser is handed none. */
  onFile(listener: (file: { name: string; text: string }) => void): () => void;
  /** The keys that open a quick note from any program of the computer, where the host has one; null in a browser. */
  noteShortcut: {
    get(): Promise<NoteShortcut>;
    /** Takes the keys, or lets them go. The answer says what came of it. */
    choose(choice: ShortcutChoice): Promise<NoteShortcut>;
  } | null;
  /** Tells the host how far the workflow is. */
  progress(report: WorkflowProgress): void;
}
