import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { projectRoot } from '#server/paths.ts';

const read = (name: string) => readFileSync(path.join(projectRoot(), name), 'utf8');
const flagsIn = (command: string) => command.match(/--[\w-]+(=\d+)?/g);

test('unit and image start the server with the flags of npm start', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const flags = flagsIn(scripts.start ?? '');
  expect(flags?.length).toBeGreaterThan(0);
  expect(flagsIn(/^ExecStart=(.*)$/m.exec(read('deploy/ninefold.service'))?.[1] ?? '')).toEqual(flags);
  expect(flagsIn(/^CMD \["node".*$/m.exec(read('Dockerfile'))?.[0] ?? '')).toEqual(flags);
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

test('the page names every metric of ours', () => {
  const page = read('docs/deployment.md');
  const sources = ['server/http/metrics.ts', 'server/http/data-metrics.ts'].map(read).join('\n');
  const names = [...sources.matchAll(/'((?:http|page|database|ai|backup)_[a-z_]+)'/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
