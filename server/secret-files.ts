import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Settings that are secrets, each of which may lie in a file that `NAME_FILE` names. */
export const SECRET_SETTINGS = [
  'ADMIN_PASSWORD',
  'SESSION_SECRET',
  'AI_KEY_SECRET',
  'OPENAI_API_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
  'READER_SECRET',
  'EDGE_PURGE_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

/** Bytes; no secret of ours is longer, and a file that is another thing is not read whole. */
const LARGEST = 64 * 1024;

type Environment = Record<string, string | undefined>;

/**
 * The environment with the secrets that lie in files, as a vault, systemd's credentials or Docker's secrets put them there:
 * for `SMTP_URL_FILE=/run/secrets/smtp` it has `SMTP_URL`. Line breaks at the end belong to the file. Every fault is named
 * by its setting; none says what is in a file.
 */
export function withSecretFiles(environment: Environment, folder: string): { settings: Environment; faults: string[] } {
  const settings = { ...environment };
  const faults: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) {
      faults.push(`${name}_FILE: ${name} is set as well. Set one of the two.`);
      continue;
    }
    const read = readSecret(path.resolve(folder, file));
    if ('fault' in read) faults.push(`${name}_FILE: ${file} ${read.fault}`);
    else settings[name] = read.text;
  }
  return { settings, faults };
}

function readSecret(file: string): { text: string } | { fault: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { fault: code === 'ENOENT' ? 'is not there' : `cannot be read (${code})` };
  }
  if (bytes.length > LARGEST) return { fault: 'is too large for a secret' };
  const text = bytes.toString('utf8').replace(/[\r\n]+$/, '');
  return text.trim() === '' ? { fault: 'is empty' } : { text };
}
