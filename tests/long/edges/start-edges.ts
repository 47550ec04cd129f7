import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#tests/free-port.ts';
import { firstChild } from '#tests/load/process-figures.ts';
import { type ServerProcess, startServer } from '#tests/load/server-process.ts';
import { requireTool } from '#tests/load/tools.ts';
import { SITE } from './ask-edge.ts';
import { type Changes, deployedFile } from './deployed-file.ts';

/** An edge on this computer, made from the files of `deploy/`. */
export interface Edge extends ServerProcess {
  name: string;
  port: number;
}

export interface EdgePlace {
  name: string;
  port: number;
  originPort: number;
  /** For its files; made where it is not there. */
  folder: string;
}

/** Varnish as `deploy/varnish/ninefold.vcl` has it. `token` is what the server says who it is by. */
export async function startVarnish({ name, port, originPort, folder }: EdgePlace, token: string): Promise<Edge> {
  mkdirSync(folder, { recursive: true });
  const tokenFile = path.join(folder, 'purge-token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const file = path.join(folder, 'edge.vcl');
  const changes: Changes = [
    ['.port = "3000"', `.port = "${originPort}"`],
    ['"blog.example"', `"${SITE}"`],
    ['/etc/varnish/ninefold-purge-token', tokenFile],
  ];
  writeFileSync(file, deployedFile('varnish/ninefold.vcl', changes));
  const options = ['-F', '-j', 'none', '-n', path.join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-f', file];
  const server = await startServer({
    command: requireTool('varnishd'),
    args: [...options, '-s', 'malloc,64m', '-s', 'Transient=malloc,16m', '-T', 'none'],
    port,
    readyPath: '/',
    readyHost: SITE,
    folder,
    logFile: path.join(folder, 'varnish.log'),
    answeringPid: firstChild,
  });
  return { ...server, name, port };
}

/** nginx as `deploy/nginx/edge.conf` has it, but for TLS. */
export async function startNginxEdge({ name, port, originPort, folder }: EdgePlace): Promise<Edge> {
  mkdirSync(folder, { recursive: true });
  const here = `listen 127.0.0.1:${port}`;
  const certificate = '/etc/letsencrypt/live/blog.example';
  const edge = deployedFile('nginx/edge.conf', [
    ['server 127.0.0.1:3000', `server 127.0.0.1:${originPort}`],
    ['/var/cache/nginx/ninefold', `${folder}/cache`],
    [`    ssl_certificate ${certificate}/fullchain.pem;\n`, ''],
    [`    ssl_certificate_key ${certificate}/privkey.pem;\n`, ''],
    ['    listen [::]:443 ssl http2 default_server;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ssl http2', here],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['server_name blog.example', `server_name ${SITE}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  const file = path.join(folder, 'nginx.conf');
  // As root its worker would be a user who may not enter our folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 1024; }
http { ${temporary} access_log off; keepalive_requests 100000000;
${edge}
}`;
  writeFileSync(file, main);
  const server = await startServer({
    command: requireTool('nginx'),
    args: ['-c', file, '-e', 'stderr'],
    port,
    readyPath: '/',
    readyHost: SITE,
    folder,
    logFile: path.join(folder, 'nginx.log'),
    answeringPid: firstChild,
  });
  return { ...server, name, port };
}
