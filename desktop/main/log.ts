import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';

/**
 * The app's log. Callers pass the program's own words and errors; never headers, bodies, cookies, or what the owner
 * wrote. Writing never throws: when the disk is full or read-only, the line is lost.
 */
export interface Log {
  readonly file: string;
  info(message: string): void;
  /** `cause` is written with its stack and its own causes. */
  warn(message: string, cause?: unknown): void;
  error(message: string, cause?: unknown): void;
}

interface LogOptions {
  folder: string;
  clock: Clock;
  /** The size in bytes at which the file is replaced by a new one. */
  maxBytes?: number;
}

/**
 * Writes to `main.log`. The log before it is `main.old.log`; older logs are deleted. When a call returns, its line has
 * been handed to the system.
 */
export function openLog({ folder, clock, maxBytes = 1024 * 1024 }: LogOptions): Log {
  const file = path.join(folder, 'main.log');
  let size = 0;
  try {
    mkdirSync(folder, { recursive: true });
    size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // Not reported here: the first line meets the same error, and is lost.
  }

  const write = (level: string, message: string, cause?: unknown) => {
    const line = `${new Date(clock.now()).toISOString()} ${level} ${message}${cause === undefined ? '' : `: ${describe(cause)}`}\n`;
    try {
      if (size + line.length > maxBytes) {
        renameSync(file, path.join(folder, 'main.old.log'));
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // A log that cannot be written must not stop the work that it reports.
      size = 0;
    }
  };

  return {
    file,
    info: (message) => write('info', message),
    warn: (message, cause) => write('warn', message, cause),
    error: (message, cause) => write('error', message, cause),
  };
}

const MAX_CAUSES = 5;
const MAX_TEXT = 4000;

function describe(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return withoutSecrets(String(cause));
  const inner =
    cause.cause === undefined || depth === MAX_CAUSES ? '' : `\n  caused by ${describe(cause.cause, depth + 1)}`;
  return withoutSecrets(cause.stack ?? cause.message) + inner;
}

/** Removes secrets: errors of a library may contain what was sent, such as a cookie, a key or a query. */
function withoutSecrets(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replaceAll(/(ninefold\.(?:sid|device)=)[^\s;,"']+/g, '$1…')
    .replaceAll(/((?:authorization|cookie)["']?\s*[:=]\s*)[^\n]+/gi, '$1…')
    .replaceAll(/(https?:\/\/[^\s?"']+)\?[^\s"')]*/g, '$1?…');
}
