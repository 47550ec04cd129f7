import { useQuery } from '@tanstack/react-query';
import { Copy, Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import {
  createShareLink,
  endShareLink,
  listShareLinks,
  MOST_SHARE_LINKS,
  type ShareLink,
} from '#shared/contract/posts/unpublished.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { dateAndTime } from '../../../dates.ts';
import { LoadFailed } from '../../../load-failed.tsx';
import { OfferingButton } from '../../../offer-commands.tsx';
import { usePorts } from '../../../ports-context.tsx';
import { queryKeys } from '../../../query-client.ts';
import { useAction } from '../../../use-action.ts';

interface ShareLinksProps {
  postId: number;
  /** Whether the form has unsaved words. */
  isUnsaved: boolean;
}

/** The form's button for links under which others read the post before it is live, with the window of these links. */
export function ShareLinksButton(props: ShareLinksProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <OfferingButton
        command="Share Draft"
        words={['link', 'secret', 'show']}
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Link2 aria-hidden />
        Share draft
      </OfferingButton>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Share this draft"
        description="Whoever has a link reads the post as it was last saved, until you end the link. Search engines, feeds and lists do not show it. Once the post is live, the link leads to its page."
      >
        <ShareLinks {...props} />
      </Dialog>
    </>
  );
}

function ShareLinks({ postId, isUnsaved }: ShareLinksProps) {
  const { api, site } = usePorts();
  const [made, setMade] = useState<{ id: number; address: string } | null>(null);
  const queryKey = [...queryKeys.shareLinks, postId];
  const links = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(listShareLinks, { params: { id: postId }, signal }),
    staleTime: 0,
  });
  const create = useAction({
    name: 'share_link_made',
    run: (ports) => ports.api.call(createShareLink, { params: { id: postId } }),
    refreshes: [queryKey],
    onSuccess: ({ id, path }) => setMade({ id, address: site.url(path) }),
  });
  if (links.isError && !links.data) return <LoadFailed error={links.error} onTryAgain={() => links.refetch()} />;
  if (!links.data) return <Skeleton className="h-24" />;
  const isFull = links.data.length >= MOST_SHARE_LINKS;
  return (
    <div className="grid gap-5">
      {isUnsaved && <p className="text-sm font-semibold">What you typed since the last save is not in it yet.</p>}
      {made && links.data.some(({ id }) => id === made.id) && <MadeLink address={made.address} />}
      <div>
        <Button variant="primary" disabled={create.isPending || isFull} onClick={() => create.mutate()}>
          {create.isPending ? 'Making a link...' : 'Make a link'}
        </Button>
        {isFull && <p className="mt-1.5 text-xs text-muted">A post has {MOST_SHARE_LINKS} links at the most.</p>}
      </div>
      {links.data.length > 0 && (
        <ul aria-label="Links that work" className="grid gap-2">
          {links.data.map((link) => (
            <LinkRow key={link.id} postId={postId} link={link} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The address of a link that was just made: it is shown only here and now. */
function MadeLink({ address }: { address: string }) {
  const { clipboard } = usePorts();
  const toast = useToast();
  const copy = async () => {
    try {
      await clipboard.writeText(address);
      toast({ title: 'URL copied to clipboard!' });
    } catch {
      const description = 'The clipboard cannot be written. Select the address instead.';
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  };
  return (
    <div className="grid gap-2 rounded-md border border-accent bg-accent-soft p-4">
      <Field label="Address of the new link" hint="Copy it now: it is not stored and cannot be shown again.">
        {(control) => (
          <TextInput
            {...control}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
            className="font-mono"
          />
        )}
      </Field>
      <Button size="sm" className="justify-self-start" onClick={copy}>
        <Copy aria-hidden />
        Copy the address
      </Button>
    </div>
  );
}

function LinkRow({ postId, link }: { postId: number; link: ShareLink }) {
  const confirm = useConfirm();
  const end = useAction({
    name: 'share_link_ended',
    run: ({ api }) => api.call(endShareLink, { params: { id: postId, linkId: link.id } }),
    refreshes: [[...queryKeys.shareLinks, postId]],
    success: 'Link ended',
  });
  const made = dateAndTime(link.createdAt);
  const ask = async () => {
    const title = 'End this link?';
    const description = 'Whoever has it finds nothing under it any more. It cannot be brought back.';
    if (await confirm({ title, description, confirm: 'End link', isDangerous: true })) end.mutate();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line px-3 py-2">
      <span>Made {made}</span>
      <Button size="sm" variant="danger" disabled={end.isPending} aria-label={`End link made ${made}`} onClick={ask}>
        <Link2Off aria-hidden />
        End link
      </Button>
    </li>
  );
}
