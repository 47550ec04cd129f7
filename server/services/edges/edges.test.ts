import { expect, test } from 'vitest';
import type { EdgeState } from '#shared/contract/operation/edge.ts';
import type { EdgePurges } from './edge-purges.ts';
import { createEdges, edgeNames } from './edges.ts';

/** An edge in the given state, and what it was told. */
function edgeIn(state: Partial<EdgeState>) {
  const told: string[] = [];
  const purges: EdgePurges = {
    add: (tags, options) => told.push(`${[...tags].join(' ')}${options?.isGone ? ' gone' : ''}`),
    addEverything: () => told.push('everything'),
    status: () => ({ waiting: 0, lastAt: null, failure: null, ...state }),
    close: async () => void told.push('closed'),
  };
  return { purges, told };
}

test('each edge is told everything, whatever has become of the others', async () => {
  const [one, two] = [edgeIn({}), edgeIn({ failure: { since: '2025-06-01T12:00:00.000Z', message: 'No connection' } })];
  const edges = createEdges([
    { name: 'one', purges: one.purges },
    { name: 'two', purges: two.purges },
  ]);
  edges.add(new Set(['posts', 'post:1']));
  edges.add(['post:1'], { isGone: true });
  edges.addEverything();
  await edges.close();
  expect(one.told).toEqual(['posts post:1', 'post:1 gone', 'everything', 'closed']);
  expect(two.told).toEqual(one.told);
});

test('together they are as far as the one that is furthest behind', () => {
  const early = { since: '2025-06-01T12:00:00.000Z', message: 'No connection' };
  const late = { since: '2025-06-01T13:00:00.000Z', message: 'Answered 503' };
  const states = [
    { waiting: 2, lastAt: '2025-06-01T12:30:00.000Z', failure: late },
    { waiting: 3, lastAt: '2025-06-01T11:00:00.000Z', failure: early },
    { waiting: 0, lastAt: '2025-06-01T14:00:00.000Z' },
  ];
  const edges = createEdges(states.map((state, at) => ({ name: `edge-${at}`, purges: edgeIn(state).purges })));
  expect(edges.status()).toMatchObject({
    isConfigured: true,
    waiting: 5,
    lastAt: '2025-06-01T11:00:00.000Z',
    failure: early,
    edges: [{ name: 'edge-0', waiting: 2 }, { name: 'edge-1' }, { name: 'edge-2', failure: null }],
  });
  const never = createEdges([...states, {}].map((state, at) => ({ name: `edge-${at}`, purges: edgeIn(state).purges })));
  expect(never.status().lastAt).toBeNull();
});

test('where there is none nothing waits for one', () => {
  expect(createEdges([]).status()).toEqual({ isConfigured: false, waiting: 0, lastAt: null, failure: null, edges: [] });
});

test('an edge is called by its host, without what may be secret in its address', () => {
  const addresses = ['http://10.0.0.2:6081/', 'https://cdn.example/zones/secret/purge', 'https://cdn.example/other'];
  expect(edgeNames(addresses)).toEqual(['10.0.0.2:6081', 'cdn.example', 'cdn.example (2)']);
});
