import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { plainEnvironment } from '../plain-environment.ts';

/** A program that has ended. */
export interface Ended {
  code: number | null;
  /** The output of both streams. */
  said: string;
}

/** The file of the built server or of one of its commands: "main", "cli/restore". */
export function builtProgram(name: string): string {
  const file = path.join(projectRoot(), 'dist', 'server', `${name}.js`);
  if (!existsSync(file)) throw new Error('The server is not built. Run: npm run build');
  return file;
}

interface Surroundings {
  environment: Record<string, string>;
  cwd: string;
  /** The milliseconds that the program may take. */
  within?: number;
  /** Called with the process id when the program has started. */
  onStart?: (pid: number) => void;
}

/** Runs a program until it ends by itself; a program that does not end in time is killed. */
export function runToEnd(
  command: string,
  args: string[],
  { environment, cwd, within = 300_000, onStart }: Surroundings,
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env: { ...plainEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: within,
    killSignal: 'SIGKILL',
  });
  if (child.pid !== undefined) onStart?.(child.pid);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}
