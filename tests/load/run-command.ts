import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtProgram } from '#tests/faults/built-program.ts';

/** Runs one of the built commands ("cli/import") on a data folder until it ends; rejects if it fails. */
export async function runCommand(program: string, args: string[], dataFolder: string): Promise<void> {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: dataFolder, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [builtProgram(program), ...args], { cwd: dataFolder, env });
}
