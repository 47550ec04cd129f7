/** One request as the stand-in saw it. Times in milliseconds since 1970. */
export interface LoggedRequest {
  id: number;
  at: number;
  method: string;
  path: string;
  model: string;
  fault: string | null;
  /** 1 to 9 where the prompt is one of the workflow's. */
  step: number | null;
  stream: boolean;
  prompt: string;
  /** Pictures that were shown with it. */
  pictures: number;
  /** 0 while nothing is answered. */
  status: number;
  /** How it ended: everything was sent, the client closed the connection first, or we did. */
  end: 'open' | 'sent' | 'closed by client' | 'broken by us';
  endedAt: number | null;
}

export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  add(request: Pick<LoggedRequest, 'method' | 'path'>): LoggedRequest;
  /** Writes down what is known of a request by now. */
  note(entry: LoggedRequest, known: Partial<LoggedRequest>): void;
  end(entry: LoggedRequest, how: LoggedRequest['end']): void;
  /** Resolves when an entry that fits is there or comes to fit. */
  until(fits: (entry: LoggedRequest) => boolean): Promise<LoggedRequest>;
  clear(): void;
}

/** Requests kept; the oldest go first. */
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
