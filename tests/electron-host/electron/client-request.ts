import { EventEmitter } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { strictClass } from './strict.ts';

export interface RequestOptions {
  protocol?: string;
  hostname: string;
  port?: string | number;
  path: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  redirect?: 'manual' | 'follow' | 'error';
  session?: unknown;
}

/**
 * The object that `net.request` returns: one request, over Node's own network. A redirect is reported, and not
 * followed.
 */
export class ClientRequest extends EventEmitter {
  private readonly request;

  constructor({ protocol = 'https:', session: _, redirect, ...rest }: RequestOptions) {
    super();
    if (redirect !== 'manual') throw new Error('The stand-in for Electron follows no redirect of net.request');
    this.request = (protocol === 'http:' ? httpRequest : httpsRequest)(rest);
    this.request.on('response', (response) => this.answered(response, protocol, rest));
    this.request.on('error', (error) => this.emit('error', error));
    this.request.on('close', () => this.emit('close'));
  }

  private answered(response: IncomingMessage, protocol: string, { hostname, port, path }: RequestOptions): void {
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
      this.emit('response', response);
      return;
    }
    response.resume();
    const from = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
    this.emit('redirect', statusCode, 'GET', new URL(headers.location, from).href, headers);
  }
  end(chunk?: Buffer): void {
    this.request.end(chunk);
  }
  abort(): void {
    this.request.destroy();
    this.emit('abort');
  }
}
strictClass('ClientRequest', ClientRequest);
