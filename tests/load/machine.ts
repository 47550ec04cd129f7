import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { findTool, toolVersion } from './tools.ts';

const require = createRequire(import.meta.url);

/** Describes the computer and the programs with which the figures were measured, as Markdown list items. */
export function describeMachine(): string {
  const version = (name: string) => `${name} ${String(require(`${name}/package.json`).version)}`;
  const tool = (name: string, option: string) => {
    const path = findTool(name);
    return path ? toolVersion(path, option) : `${name}: not installed`;
  };
  return [
    `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `${system()}, Linux ${release()}`,
    `Node ${process.version}, ${['fastify', 'better-sqlite3', 'react'].map(version).join(', ')}`,
    `${tool('wrk', '-v')}; ${tool('nginx', '-v')}`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}

/**
 * Says when it was, and how busy the machine was at that moment: "2026-11-20 12:30 UTC (load average 3.1 on 2 cores)".
 */
export function describeMoment(now: Date): string {
  const time = now.toISOString().slice(0, 16).replace('T', ' ');
  return `${time} UTC (load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores before it began)`;
}

function system(): string {
  try {
    const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
    return name ?? process.platform;
  } catch {
    return process.platform;
  }
}
