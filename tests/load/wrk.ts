import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ACCEPT_ENCODING } from './http-client.ts';
import { requireTool } from './tools.ts';

const run = promisify(execFile);
const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

export interface WrkResult {
  /** The answers per second. */
  rate: number;
  /** The total number of answers. */
  requests: number;
  /** The milliseconds within which 99 of 100 answers came. */
  p99: number;
}

/**
 * Loads an address with 64 connections from one thread, each sending the next request as soon as one is answered, with
 * a browser's Accept-Encoding, under the name of `host` or of the address.
 * @throws Error when an answer was an error or a connection failed: the measurement would then mean something else.
 */
export async function wrk(url: string, seconds: number, host?: string): Promise<WrkResult> {
  const headers = [`accept-encoding: ${ACCEPT_ENCODING}`, ...(host === undefined ? [] : [`Host: ${host}`])];
  const args = ['-t1', '-c64', `-d${seconds}s`, '--latency', ...headers.flatMap((header) => ['-H', header]), url];
  const { stdout } = await run(requireTool('wrk'), args, { timeout: (seconds + 20) * 1000 });
  return parseWrk(stdout);
}

/** Parses the output of `wrk --latency`. */
export function parseWrk(output: string): WrkResult {
  if (/Socket errors|Non-2xx/.test(output)) throw new Error(`wrk met errors:\n${output}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  const p99 = /99%\s+([\d.]+)(us|ms|s|m)/.exec(output);
  const result = { rate, requests, p99: Number(p99?.[1]) * (UNITS[p99?.[2] ?? ''] ?? Number.NaN) };
  if (Object.values(result).some(Number.isNaN)) throw new Error(`wrk answered something unexpected:\n${output}`);
  return result;
}
