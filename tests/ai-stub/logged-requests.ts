/** One request as the stand-in saw it. Times in milliseconds since 1970. */
export interface LoggedRequest {
  id: number;
  at: number;
  method: string;
  path: string;
  model: string;
  fault: string | null;
  /** 1 to 9 if the prompt is one of the workflow's. */
  step: number | null;
  stream: boolean;
  prompt: string;
  /** The number of pictures sent with the request. */
  pictures: number;
  /** 0 until the request is answered. */
  status: number;
  /** How the answer ended: everything was sent, the client closed the connection first, or we broke it. */
  end: 'open' | 'sent' | 'closed by client' | 'broken by us';
  endedAt: number | null;
}

export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  add(request: Pick<LoggedRequest, 'method' | 'path'>): LoggedRequest;
  /** Records what is now known of a request. */
  note(entry: LoggedRequest, known: Partial<LoggedRequest>): void;
  end(entry: LoggedRequest, how: LoggedRequest['end']): void;
  /** Resolves when there is an entry that fits, now or later. */
  until(fits: (entry: LoggedRequest) => boolean): Promise<LoggedRequest>;
  clear(): void;
}

/** The number of requests that are kept; the oldest are dropped first. */
const MAX_ENTRIES = 500;

export function createRequestLog(onEnd: (entry: LoggedRequest) => void = () => undefined): RequestLog {
  let entries: LoggedRequest[] = [];
  let waiting: { fits: (entry: LoggedRequest) => boolean; resolve: (entry: LoggedRequest) => void }[] = [];
  let nextId = 1;
  const look = () => {
    waiting = waiting.filter(({ fits, resolve }) => {
      const found = entries.find(fits);
      if (found) resolve(found);
      return !found;
    });
  };
  return {
    get entries() {
      return entries;
    },
    add({ method, path }) {
      const entry: LoggedRequest = {
        id: nextId++,
        at: Date.now(),
        method,
        path,
        model: '',
        fault: null,
        step: null,
        stream: false,
        prompt: '',
        pictures: 0,
        status: 0,
        end: 'open',
        endedAt: null,
      };
      entries = [...entries.slice(-(MAX_ENTRIES - 1)), entry];
      look();
      return entry;
    },
    note(entry, known) {
      Object.assign(entry, known);
      look();
    },
    end(entry, how) {
      if (entry.end !== 'open') return;
      entry.end = how;
      entry.endedAt = Date.now();
      onEnd(entry);
      look();
    },
    until(fits) {
      return new Promise((resolve) => {
        waiting.push({ fits, resolve });
        look();
      });
    },
    clear() {
      entries = [];
    },
  };
}
