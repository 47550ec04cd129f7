import { useQuery } from '@tanstack/react-query';
import { getEdge } from '#shared/contract/edge.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { edgeLine } from './edge-line.ts';
import { SettingsSection } from './settings-section.tsx';

/** Milliseconds between two looks at an edge that has not taken everything in. */
const LOOK_AGAIN = 5000;

/** Whether the edge in front of the server drops what it is told to; not there where none is configured. */
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
      <p role="status" className={edge.failure ? 'text-sm wrap-anywhere text-danger' : 'text-sm'}>
        {edgeLine(edge, clock.now())}
      </p>
    </SettingsSection>
  );
}
