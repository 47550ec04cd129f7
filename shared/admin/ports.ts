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

/** State that components read, with zustand's `useStore`. Only its creator changes it. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/** The browser's localStorage as the admin sees it: null for a key that is not set. Setting a key may fail silently. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Locks by name (Web Locks): only one window of this device can hold a name at a time. */
export interface WindowLocks {
  /** Takes the name if it is free; null if another window holds it. Calling `release` frees it. */
  tryHold(name: string): Promise<{ release(): void } | null>;
}

/**
 * Messages among the windows of this device (BroadcastChannel). A window receives neither its own messages nor those
 * from before it opened.
 */
export interface WindowChannel {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

export interface UploadOptions {
  /** Called with the part that has been sent, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  /** The file name of the stored picture that the file replaces; without it the file becomes a new picture. */
  replaces?: string;
}

/** A Markdown text as sanitized HTML, piece by piece, or the reason why there is none, in words for the owner. */
export type Preview = { pieces: readonly ContentPiece[] } | { fault: string };

/**
 * Everything outside the admin that it reaches, provided by its host: the browser entry (server/admin) or the desktop's
 * renderer. The admin never asks which of the two it runs in.
 */
export interface AdminPorts {
  /** The steps of the chained prompts, in their order. */
  steps: StepList;
  api: ApiClient;
  /** Sends a picture's bytes. Throws as `api.call` does, and the reason that `signal` was aborted with. */
  uploadPicture(file: File, options?: UploadOptions): Promise<UploadedImage>;
  /** Sends the file of an import, however large; throws as `uploadPicture` does. */
  uploadImport(file: File, options?: Omit<UploadOptions, 'replaces'>): Promise<SiteImport>;
  site: {
    /** The site's name as shown to the owner. */
    name: string;
    /** Returns the public address for a path of the site ("/post/a-slug"), for links and for the clipboard. */
    url(path: string): string;
    /** Returns the address under which this host may show a page of the site in a frame. */
    frameUrl(path: string): string;
  };
  /** Keeps what is typed before it is saved. */
  store: DocumentStore;
  localStorage: KeyValue;
  clipboard: { writeText(text: string): Promise<void> };
  clock: Clock;
  /** Returns a name that nothing else has (UUID). */
  uniqueId(): string;
  /** Renders Markdown off the main thread, as posts are shown. */
  preview(markdown: string, style: PostStyle): Promise<Preview>;
  analytics: { adminAction(action: string, details?: Record<string, unknown>): void };
  /** Opens an address outside the admin: in another tab, or in the system's browser or mail program. */
  openExternal(url: string): void;
  locks: WindowLocks;
  /** Opens the channel of this name. */
  openChannel(name: string): WindowChannel;
  /** Calls `listener` when the network may be back. */
  onOnline(listener: () => void): () => void;
  /** Runs the workflow's `parseDrafts` off the main thread. */
  parseDrafts(output: string, source: string): Promise<ParsedDrafts>;
  /**
   * The exchange of the workspace with the server, which the host runs. It is inactive until the first call of
   * `syncNow`, which is made when someone is signed in.
   */
  exchange: Pick<Exchange, 'statusOf' | 'syncNow' | 'adoptSite' | 'answerDeletions'> & {
    state: ReadableStore<ExchangeState>;
  };
  /** The copy of the site on this computer, if the host keeps one; null in a browser. */
  copy: {
    /** Null until it is known. */
    state: ReadableStore<CopyState | null>;
    /** Sets the most bytes of pictures that are kept. */
    setLimit(bytes: number): Promise<void>;
    /** Sends the owner's answer to `deletions`, by its key. */
    answerDeletions(key: string, answer: 'delete' | 'keep'): Promise<void>;
    /** Returns the drafts of this computer that contain these words, the best matches first. */
    findDrafts(words: string): Promise<readonly FoundDraft[]>;
  } | null;
  /** The pictures that wait on this computer until they can be sent, if the host keeps them; null in a browser. */
  waitingPictures: {
    /** The pictures in the order in which they are sent. */
    state: ReadableStore<readonly WaitingPictureState[]>;
    /** Sends a refused picture once more. */
    retry(id: string): Promise<void>;
    remove(id: string): Promise<void>;
    /** Saves the picture's file for the owner. False if they cancel. */
    save(id: string): Promise<boolean>;
  } | null;
  files: {
    /** Saves a text as a file for the owner. False if they cancel. */
    saveText(name: string, text: string): Promise<boolean>;
    /**
     * Starts dragging a text as a file with the system, while the pointer is pressed; null if the host cannot do that.
     */
    dragText: ((name: string, text: string) => Promise<void>) | null;
    /**
     * Saves a file of the server for the owner: `path` begins with "/api/". "begun" if the host has taken the download
     * over, "saved" if the file is there, null if they cancel or were told why it failed.
     */
    download(path: string, name: string): Promise<'begun' | 'saved' | null>;
    /** Lets the owner choose a text file; null if they choose none. Throws an Error in words for the owner. */
    openText(): Promise<{ name: string; text: string } | null>;
  };
  /**
   * Opens the login page, and removes everything that is kept in this browser; never resolves. Null if the host removes
   * it in its own way.
   */
  leaveNothing: (() => Promise<never>) | null;
  /** Passkeys of the host. Both calls throw an Error in words for the owner, even if the owner cancels. */
  passkeys: {
    isSupported(): boolean;
    create(options: PasskeyCreationOptions): Promise<CreatedPasskey>;
    use(options: PasskeyRequestOptions): Promise<UsedPasskey>;
  };
  /** Calls `listener` with the commands of the host's menu; a browser has no menu. */
  onCommand(listener: (command: MenuCommand) => void): () => void;
  /** Calls `listener` with the links that the host was opened with; a browser follows its links itself. */
  onLink(listener: (link: AppLink) => void): () => void;
  /** Calls `listener` with text files that the system passed to the host; a browser gets none. */
  onFile(listener: (file: { name: string; text: string }) => void): () => void;
  /**
   * The keys that open a quick note from any program of the computer, if the host has quick notes; null in a browser.
   */
  noteShortcut: {
    get(): Promise<NoteShortcut>;
    /** Sets or clears the keys. The answer says what the result is. */
    choose(choice: ShortcutChoice): Promise<NoteShortcut>;
  } | null;
  /** Tells the host the progress of the workflow. */
  progress(report: WorkflowProgress): void;
}
