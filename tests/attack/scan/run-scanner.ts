import { spawn } from 'node:child_process';

/** The result of one attack of a scanner. */
export interface Attack {
  /** "sqlmap, q of GET /api/search". */
  what: string;
  /** How far the attack got: "212 requests", "stopped after 60 s". */
  reached: string;
  /** The holes that the scanner reports, in its words; empty if it found nothing. */
  findings: string[];
  /** Reports that are not holes, with the reason. */
  explained: string[];
}

/** The target of a scanner. */
export interface Target {
  /** "http://127.0.0.1:49152"; each request through it seems to come from a different client. */
  address: string;
  /** The `cookie` header of the signed-in owner. */
  cookie: string;
  /** A folder for the scanner's files; it is removed after the scan. */
  folder: string;
  /** Returns the number of requests that the server has received so far. */
  requests(): number;
}

export interface ScannerRun {
  /** The output of both streams. */
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
