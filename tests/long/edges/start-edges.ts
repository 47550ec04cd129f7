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
  /** The ports of the servers behind it: the server, or several readers. */
  originPorts: readonly number[];
  /** The folder for its files; made if it is missing. */
  folder: string;
}

/** Starts Varnish with `deploy/varnish/ninefold.vcl`. `token` identifies the server. */
export async function startVarnish({ name, port, originPorts, folder }: EdgePlace, token: string): Promise<Edge> {
  mkdirSync(folder, { recursive: true });
  const tokenFile = path.join(folder, 'purge-token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const file = path.join(folder, 'edge.vcl');
  const changes: Changes = [
    ['"blog.example"', `"${SITE}"`],
    ['/etc/varnish/ninefold-purge-token', tokenFile],
  ];
  writeFileSync(file, withOrigins(deployedFile('varnish/ninefold.vcl', changes), originPorts));
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

/** Adds for each reader a block like the existing one, and a line that tells the director about it. */
function withOrigins(vcl: string, ports: readonly number[]): string {
  const [block = ''] = /backend origin_1 \{[\s\S]*?\n\}\n/.exec(vcl) ?? [];
  const [line = ''] = /.*add_backend\(origin_1\);\n/.exec(vcl) ?? [];
  if (!block.includes('"3000"') || line === '') throw new Error('deploy/varnish/ninefold.vcl has no such backend');
  const each = (text: string) => ports.map((_, at) => text.replaceAll('origin_1', `origin_${at + 1}`));
  const blocks = each(block).map((text, at) => text.replace('"3000"', `"${ports[at]}"`));
  return vcl.replace(block, blocks.join('\n')).replace(line, each(line).join(''));
}

/** Starts nginx with `deploy/nginx/edge.conf`, but without TLS. */
export async function startNginxEdge({ name, port, originPorts, folder }: EdgePlace): Promise<Edge> {
  mkdirSync(folder, { recursive: true });
  const here = `listen 127.0.0.1:${port}`;
  const certificate = '/etc/letsencrypt/live/blog.example';
  const edge = deployedFile('nginx/edge.conf', [
    ...originsOf(originPorts),
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
  // As root, its worker would be a user who may not enter our folder.
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

/** The owner's changes for one server, which is named there twice, or for several readers. */
function originsOf(ports: readonly number[]): Changes {
  const [only] = ports;
  if (ports.length === 1) return [['server 127.0.0.1:3000', `server 127.0.0.1:${only}`]];
  const watched = ' max_fails=1 fail_timeout=1s;\n';
  const lines = ports.map((port) => `    server 127.0.0.1:${port}${watched}`).join('');
  return [
    [`    server 127.0.0.1:3000${watched}`.repeat(2), lines],
    ['    server 127.0.0.1:3000;\n', lines],
    ['proxy_next_upstream error;', 'proxy_next_upstream error timeout http_503;'],
  ];
}
