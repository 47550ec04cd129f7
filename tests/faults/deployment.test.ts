import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { projectRoot } from '#server/paths.ts';

const read = (name: string) => readFileSync(path.join(projectRoot(), name), 'utf8');

test('npm start, unit and image start the server by plain node, as it is measured', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts.start).toBe('node dist/server/main.js');
  expect(read('deploy/ninefold.service')).toMatch(/^ExecStart=\S+\/node dist\/server\/main\.js$/m);
  expect(read('Dockerfile')).toMatch(/^CMD \["node", "dist\/server\/main\.js"\]$/m);
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
  const files = ['metrics', 'data-metrics', 'edge-metrics'].map((name) => `server/http/${name}.ts`);
  const sources = files.map(read).join('\n');
  const names = [...sources.matchAll(/'((?:http|page|database|ai|backup|edge)_[a-z_]+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
