/** Something the server does by itself. */
export interface Job {
  name: string;
  /** Begins it, and answers what ends it: that resolves when nothing of it is under way any more. */
  start(): Stop | Promise<Stop>;
}

export type Stop = () => void | Promise<void>;
