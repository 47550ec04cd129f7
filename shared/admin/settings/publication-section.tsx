import { useQuery } from '@tanstack/react-query';
import { getPublication } from '#shared/contract/operation/publication.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { publicationLine } from './publication-line.ts';
import { SettingsSection } from './settings-section.tsx';

/** Milliseconds between two checks while something waits to be published. */
const LOOK_AGAIN = 5000;

/** Shows whether reader servers get what is new; hidden if there are no reader servers. */
export function PublicationSection() {
  const { api, clock } = usePorts();
  const { data: publication } = useQuery({
    queryKey: queryKeys.publication,
    queryFn: ({ signal }) => api.call(getPublication, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isOnItsWay(data.state) ? LOOK_AGAIN : false),
  });
  if (!publication || publication.state === 'off') return null;
  const isWrong = publication.state === 'failing' || publication.state === 'stopped';
  return (
    <SettingsSection
      title="Reader servers"
      hint="They serve your readers from what this server publishes to the store, also while this one is away."
    >
      <p role="status" className={`text-sm wrap-anywhere ${isWrong ? 'text-danger' : ''}`}>
        {publicationLine(publication, clock.now())}
      </p>
    </SettingsSection>
  );
}

const isOnItsWay = (state: string) => state === 'waiting' || state === 'publishing' || state === 'failing';
