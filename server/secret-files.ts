import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The settings that are secrets. Each may be in a file that `NAME_FILE` names. */
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

/** The largest secret in bytes: none of ours is longer, and a larger file is something else. */
const LARGEST = 64 * 1024;

type Environment = Record<string, string | undefined>;

/**
 * Returns the environment with the secrets from files, as a vault, systemd's credentials or Docker's secrets provide
 * them: `SMTP_URL_FILE=/run/secrets/smtp` gives `SMTP_URL`. Line breaks at the end belong to the file and are removed.
 * Every fault is named by its setting; none shows the content of a file.
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
