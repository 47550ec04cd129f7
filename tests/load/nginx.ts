import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import { firstChild } from './process-figures.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { requireTool } from './tools.ts';

/**
 * Starts nginx with one worker process, which answers every path with one file, sent as the Brotli it contains. No
 * access log.
 */
export async function startNginx(folder: string, bodyFile: string): Promise<ServerProcess> {
  const port = await freePort();
  // nginx's worker is a different user when we are root.
  chmodSync(folder, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx-${name};`)
    .join(' ');
  const settings = `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 1024; }
http {
  ${temporary}
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=10; keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${path.dirname(bodyFile)}; try_files /${path.basename(bodyFile)} =404;
      types {} default_type "text/html; charset=utf-8"; add_header content-encoding br;
    }
  }
}`;
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, settings);
  return startServer({
    command: requireTool('nginx'),
    args: ['-c', file, '-e', 'stderr'],
    port,
    readyPath: '/',
    folder,
    logFile: path.join(folder, 'nginx.log'),
    answeringPid: firstChild,
  });
}
