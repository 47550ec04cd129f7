import { spawn } from 'node:child_process';

/** What one attack of a scanner came to. */
export interface Attack {
  /** "sqlmap, q of GET /api/search". */
  what: string;
  /** How far it came: "212 requests", "stopped after 60 s". */
  reached: string;
  /** What the scanner takes for a hole, in its words; none when it found nothing. */
  findings: string[];
  /** What it takes for one and is none, with the reason. */
  explained: string[];
}

/** What a scanner is set on. */
export interface Target {
  /** "http://127.0.0.1:49152"; behind it each request seems to come from another client. */
  address: string;
  /** The `cookie` header of the signed-in owner. */
  cookie: string;
  /** A folder for what the scanner keeps; nothing in it outlives the scan. */
  folder: string;
  /** Requests the server has been asked up to now. */
  requests(): number;
}

export interface ScannerRun {
  /** Both streams, as they came. */
  said: string;
  isStopped: boolean;
}

/** Runs a scanner to its end, or until its time is over. */
export function runScanner(program: string, args: string[], seconds: number): Promise<ScannerRun> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let isStopped = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const timer = setTimeout(() => {
    isStopped = true;
    child.kill('SIGKILL');
  }, seconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve({ said, isStopped });
    });
  });
}
