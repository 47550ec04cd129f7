import { useQuery } from '@tanstack/react-query';
import { type EdgeState, type EdgeStatus, getEdge } from '#shared/contract/operation/edge.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { edgeLine } from './edge-line.ts';
import { SettingsSection } from './settings-section.tsx';

/** Milliseconds between two checks of an edge that has not taken everything yet. */
const LOOK_AGAIN = 5000;

/** Shows whether the edges in front of the server drop what they are told to drop; hidden if no edge is configured. */
export function EdgeSection() {
  const { api, clock } = usePorts();
  const { data: edge } = useQuery({
    queryKey: queryKeys.edge,
    queryFn: ({ signal }) => api.call(getEdge, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? LOOK_AGAIN : false),
  });
  if (!edge?.isConfigured) return null;
  return (
    <SettingsSection
      title="Edge"
      hint="Keeps pages near your readers, and is told what to drop when something changes."
    >
      <div role="status" className="space-y-3 text-sm wrap-anywhere">
        {several(edge).map(({ name, ...state }) => (
          <p key={name} className={state.failure ? 'text-danger' : undefined}>
            {name && <strong className="block font-semibold">{name}</strong>}
            {edgeLine(state, clock.now())}
          </p>
        ))}
      </div>
    </SettingsSection>
  );
}

/** Returns the edges, each with its name if there are several; a single edge needs no name. */
function several({ edges, waiting, lastAt, failure }: EdgeStatus): (EdgeState & { name: string })[] {
  return edges && edges.length > 1 ? edges : [{ name: '', waiting, lastAt, failure }];
}
