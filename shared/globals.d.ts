/**
 * What every runtime we ship to has (Node, browsers, Electron) although it is in no ECMAScript library.
 * The pure rooms see these and nothing more: no window, no process, no timers, no fetch.
 */
declare class URLSearchParams {
  constructor(init?: string | Record<string, string> | [string, string][]);
  get(name: string): string | null;
  set(name: string, value: string): void;
  append(name: string, value: string): void;
  toString(): string;
}
declare class URL {
  constructor(url: string, base?: string | URL);
  static canParse(url: string, base?: string): boolean;
  href: string;
  protocol: string;
  host: string;
  hostname: string;
  origin: string;
  pathname: string;
  search: string;
  hash: string;
  username: string;
  password: string;
  readonly searchParams: URLSearchParams;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(input?: Uint8Array): string;
}
declare function structuredClone<T>(value: T): T;
declare function atob(base64: string): string;
declare function btoa(binary: string): string;
interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
declare const crypto: { getRandomValues<Bytes extends Uint8Array>(bytes: Bytes): Bytes };
