import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { createLetter, type LetterAudience, previewLetter, testLetter } from '#shared/contract/letters/letters.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { sendQuestion, subscribers } from '../letter-words.ts';
import { AudienceField } from './audience-field.tsx';
import { ChoosePost } from './choose-post.tsx';
import { LetterPreview } from './letter-preview.tsx';

interface WriteLetterProps {
  ownerEmail: string;
  onDone: () => void;
}

/** Writes a letter by hand: from which post, to whom, and how it looks; first a test letter to the owner. */
export function WriteLetter({ ownerEmail, onDone }: WriteLetterProps) {
  const { api, uniqueId } = usePorts();
  const confirm = useConfirm();
  // The same key for every press: a letter whose answer was lost is not sent twice.
  const [key] = useState(uniqueId);
  const [postId, setPostId] = useState<number | null>(null);
  const [audience, setAudience] = useState<LetterAudience>({ kind: 'all' });
  const draft = { postIds: postId === null ? [] : [postId], audience };
  const preview = useQuery({
    queryKey: [...queryKeys.letters, 'preview', draft],
    queryFn: ({ signal }) => api.call(previewLetter, { body: draft, signal }),
    enabled: postId !== null,
    staleTime: 0,
  });
  const test = useAction({
    name: 'letter_tested',
    run: (ports) => ports.api.call(testLetter, { body: draft }),
    success: `A test is on its way to ${ownerEmail}`,
  });
  const send = useAction({
    name: 'letter_sent',
    run: (ports) => ports.api.call(createLetter, { body: { ...draft, key } }),
    refreshes: [queryKeys.letters],
    success: 'The letter is on its way',
    onSuccess: onDone,
  });
  const ask = async () => {
    if (!preview.data) return;
    const isSure = await confirm({
      title: sendQuestion(preview.data.subject, preview.data.recipients),
      description: 'It begins at once. Who has it has it: a letter cannot be taken back.',
      confirm: 'Send',
      cancel: 'Not yet',
    });
    if (isSure) send.mutate();
  };
  const recipients = preview.data?.recipients ?? 0;
  const isBusy = test.isPending || send.isPending;
  return (
    <div className="grid gap-5 md:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <ChoosePost chosen={postId} onChoose={setPostId} />
        <AudienceField audience={audience} onChange={setAudience} />
        <p role="status" className="text-sm font-semibold">
          {preview.data && `Goes to ${subscribers(recipients)}.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button disabled={!preview.data || isBusy} onClick={() => test.mutate()}>
            Send a test to me
          </Button>
          <Button variant="primary" disabled={!preview.data || recipients === 0 || isBusy} onClick={ask}>
            <Send aria-hidden />
            Send…
          </Button>
        </div>
      </div>
      <div className="min-w-0">
        {postId === null && <p className="text-muted">Choose a post: its letter is shown here.</p>}
        {preview.isError && <LoadFailed error={preview.error} onTryAgain={() => preview.refetch()} />}
        {preview.isLoading && <Skeleton className="h-96" />}
        {preview.data && <LetterPreview preview={preview.data} />}
      </div>
    </div>
  );
}
