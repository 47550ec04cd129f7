import { CalendarClock } from 'lucide-react';
import { useRef, useState } from 'react';
import { keepPendingChange } from '#shared/contract/posts/pending.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import type { JsonValue } from '#shared/workspace/json.ts';
import { baseOfValues } from '#shared/workspace/post-base.ts';
import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { dateAndTime, fromLocalInput, toLocalInput } from '../../dates.ts';
import { draftBody } from '../../editor/index.ts';
import { redFindings } from '../../judge-post.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { doOrWait } from '../../waiting/index.ts';
import { publishQuestion } from '../post-form/judging/publish-question.tsx';
import { usePendingPosts } from './use-pending.ts';

interface KeepPendingProps {
  /** The live version from which the words were made. */
  base: WorkingCopy;
  disabled: boolean;
  /** Returns the values to keep; null when they have faults, which the form then shows. */
  read: () => PostValues | null;
  /** Called when the words are on the server, beside the live post, or wait to be sent there. */
  onKept: () => void;
}

/** The form's button that keeps the typed words beside the live post, with the window that asks for their time. */
export function KeepPendingButton({ base, disabled, read, ...rest }: KeepPendingProps) {
  const [values, setValues] = useState<PostValues | null>(null);
  return (
    <>
      <OfferingButton
        command="Keep as Pending Change"
        words={['later', 'schedule', 'beside']}
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={() => setValues(read())}
      >
        <CalendarClock aria-hidden />
        Keep as pending change
      </OfferingButton>
      <Dialog
        isOpen={values !== null}
        onClose={() => setValues(null)}
        title="Keep as pending change"
        description="Readers go on seeing the post as it is. The change waits beside it until you publish it, or its time comes."
      >
        {values && <KeepPending base={base} values={values} {...rest} />}
      </Dialog>
    </>
  );
}

interface KeepPendingFormProps extends Pick<KeepPendingProps, 'base' | 'onKept'> {
  values: PostValues;
}

function KeepPending({ base, values, onKept }: KeepPendingFormProps) {
  const before = usePendingPosts().find(({ id }) => id === base.postId)?.pending;
  const [dueAt, setDueAt] = useState<string | null>(before?.dueAt ?? null);
  const isLooking = useRef(false);
  const ports = usePorts();
  const confirm = useConfirm();
  const keep = useAction({
    name: 'pending_change_kept',
    run(ports) {
      const { publishedAt: _, ...fields } = draftBody(values);
      const edited = { version: base.baseVersion, base: baseOfValues(base.baseText) };
      const body = { ...fields, ...edited, dueAt, pendingVersion: before?.version ?? 0 };
      const stored = JSON.parse(JSON.stringify(body)) as Record<string, JsonValue>;
      const action = { type: 'keep-pending', body: stored, dueAt } as const;
      return doOrWait(ports, { postId: base.postId, title: values.title, action }, () =>
        ports.api.call(keepPendingChange, { params: { id: base.postId }, body }),
      );
    },
    refreshes: [queryKeys.posts],
    success: (kept) =>
      kept.dueAt === null ? 'Kept beside the live post' : `Takes the live post's place on ${dateAndTime(kept.dueAt)}`,
    onSuccess: onKept,
    onWaits: onKept,
  });
  const submit = async () => {
    isLooking.current = true;
    // Without a time the change is judged when it is published; beside a draft nothing goes live.
    const goesLive = dueAt !== null && base.baseText.published;
    const red = goesLive ? await redFindings(ports, base.postId, values) : [];
    isLooking.current = false;
    if (red.length === 0 || (await confirm({ ...publishQuestion(red), ...keepAsItIs }))) keep.mutate();
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // This form is inside the form of the post, and must not submit that one.
        event.stopPropagation();
        if (!isLooking.current) void submit();
      }}
    >
      {before && <p className="font-semibold">It takes the place of the change that waits already.</p>}
      <Field label="Goes live" hint="Empty: when you publish it.">
        {(control) => (
          <TextInput
            {...control}
            data-first-focus
            type="datetime-local"
            value={toLocalInput(dueAt)}
            onChange={({ target }) => setDueAt(fromLocalInput(target.value))}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={keep.isPending}>
          {keep.isPending ? 'Keeping...' : 'Keep change'}
        </Button>
      </div>
    </form>
  );
}

const keepAsItIs = { title: 'Let this change go live as it is?', confirm: 'Keep anyway' };
