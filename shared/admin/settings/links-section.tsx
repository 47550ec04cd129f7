import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { linkFaultWords } from '#shared/contract/link-fault-words.ts';
import { leadLinkOn, listLinkFaults, type PostLinkFault } from '#shared/contract/links.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { OfferingButton } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { editAddress, postStatus } from '../posts/index.ts';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { SettingsSection } from './settings-section.tsx';

/** The broken links among the posts, each with a way to repair it. */
export function LinksSection() {
  const { api } = usePorts();
  const found = useQuery({
    queryKey: queryKeys.linkFaults,
    queryFn: ({ signal }) => api.call(listLinkFaults, { signal }),
    // Posts are also written in other windows and on other devices.
    staleTime: 0,
  });
  return (
    <SettingsSection
      title="Links"
      hint="Links from post to post and to other pages of this site that do not lead where they say."
      action={
        <OfferingButton
          command="Look for Broken Links"
          words={['again', 'dead']}
          size="sm"
          disabled={found.isFetching}
          onClick={() => found.refetch()}
        >
          {found.isFetching ? 'Looking …' : 'Look again'}
        </OfferingButton>
      }
    >
      {found.isError && <LoadFailed error={found.error} onTryAgain={() => found.refetch()} />}
      {found.isPending && <Skeleton className="h-12" />}
      {found.data && (
        <>
          <p role="status" className="text-sm text-muted">
            {summary(found.data)}
          </p>
          {/* The list ends in the middle of a row, which shows that there are more. */}
          <ul className="mt-1 max-h-[30rem] divide-y divide-line overflow-y-auto">
            {found.data.faults.map((fault) => (
              <Row key={`${fault.post.id} ${fault.address}`} fault={fault} />
            ))}
          </ul>
        </>
      )}
    </SettingsSection>
  );
}

function summary({ faults, total, posts }: { faults: readonly unknown[]; total: number; posts: number }): string {
  const looked = posts === 1 ? 'one post' : `${posts.toLocaleString('en')} posts`;
  if (total === 0) return `Every link in ${looked} leads where it says.`;
  const shown = faults.length < total ? ` The first ${faults.length} are shown.` : '';
  const links = total === 1 ? 'One link does' : `${total.toLocaleString('en')} links do`;
  return `${links} not lead where ${total === 1 ? 'it says' : 'they say'}, in ${looked}.${shown}`;
}

function Row({ fault }: { fault: PostLinkFault }) {
  const { clock } = usePorts();
  const navigate = useNavigate();
  const { post, address, to } = fault;
  const leadOn = useAction({
    name: 'link_led_on',
    run: ({ api }) => api.call(leadLinkOn, { body: { id: post.id, address } }),
    refreshes: [queryKeys.linkFaults, queryKeys.posts],
    success: ({ changed }) => (changed === 1 ? 'Link updated' : `${changed} links updated`),
  });
  const status = postStatus(post, clock.now());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{post.title}</span>
          {status !== 'Published' && <Badge>{status}</Badge>}
        </p>
        <p className="mt-0.5 wrap-anywhere text-muted">{linkFaultWords(fault)}</p>
      </div>
      <p className="flex shrink-0 flex-wrap gap-2">
        {to !== null && (
          <Button size="sm" disabled={leadOn.isPending} onClick={() => leadOn.mutate()}>
            Update the link
          </Button>
        )}
        <Button size="sm" aria-label={`Edit ${post.title}`} onClick={() => navigate(editAddress(post.id))}>
          Edit
        </Button>
      </p>
    </li>
  );
}
