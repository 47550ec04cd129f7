import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { errorText } from '../../error-text.ts';
import type { LeftForm } from '../list/return-to-row.ts';
import { addressOf, type FormTarget, LIST_ADDRESS, targetName } from '../post-address.ts';
import { discardedState } from './discard-question.ts';
import { PostForm } from './post-form.tsx';
import { useOpenedForm } from './use-opened-form.ts';

export interface ScreenProps {
  target: FormTarget;
  /** Settles when the form before this one is closed. */
  closing: RefObject<Promise<unknown>>;
  /** Tells the list which form was left for it. */
  left: RefObject<LeftForm | null>;
  /** The address to which a closed form leads. */
  back: RefObject<string>;
}

/** The form of the post that the address names. It stays the same form when the server gets to know a new post. */
export function PostFormScreen({ target, ...rest }: ScreenProps) {
  const navigate = useNavigate();
  /** Another address of the same open form: a new post gets a name in its address, and an id with its first save. */
  const become = useRef<string | null>(null);
  const [opened, setOpened] = useState({ target, number: 0 });
  const open = (isAnew: boolean) => {
    if (isAnew) become.current = null;
    setOpened({ target, number: opened.number + (isAnew ? 1 : 0) });
  };
  if (targetName(target) !== targetName(opened.target)) {
    open(targetName(target) !== become.current);
  }
  const becomes = (next: FormTarget) => {
    become.current = targetName(next);
    navigate(addressOf(next), { replace: true });
  };
  return (
    <OpenedPostForm
      key={opened.number}
      target={opened.target}
      {...rest}
      onAgain={() => open(true)}
      onBecomes={becomes}
    />
  );
}

interface OpenedPostFormProps extends ScreenProps {
  onAgain: () => void;
  /** Called with the address that leads to the form from now on. */
  onBecomes: (target: FormTarget) => void;
}

function OpenedPostForm({ target, closing, left, back, onAgain, onBecomes }: OpenedPostFormProps) {
  const navigate = useNavigate();
  const opening = useOpenedForm(target, closing);
  const isNew = opening.kind === 'open' && target.kind === 'new';
  const draftId = isNew ? opening.form.session.getState().documentId : null;
  const asked = target.kind === 'new' ? target.draftId : undefined;
  // So that a reload, Back and Forward lead to the words typed here and not to another empty form.
  const name = useRef(onBecomes);
  name.current = onBecomes;
  useEffect(() => {
    if (draftId !== null && draftId !== asked) name.current({ kind: 'new', draftId });
  }, [draftId, asked]);
  if (opening.kind === 'opening') return <FormSkeleton />;
  if (opening.kind === 'open') {
    return (
      <PostForm
        opened={opening.form}
        onClose={(postId, discarded) => {
          left.current = { postId };
          // A discarded draft is restored from the list, so the list is shown.
          navigate(discarded === null ? back.current : LIST_ADDRESS, { state: discardedState(discarded) });
        }}
        onAdopted={(id) => onBecomes({ kind: 'edit', id })}
      />
    );
  }
  return (
    <EmptyState title={errorText(opening.error)}>
      <div className="mt-4 flex justify-center gap-2">
        <Button onClick={onAgain}>Try again</Button>
        <Link to={LIST_ADDRESS} className={buttonClass()}>
          Back to the posts
        </Link>
      </div>
    </EmptyState>
  );
}

/** The placeholder of the post form while it opens. */
function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading the post">
      <Skeleton className="mb-5 h-8 w-48" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-8">
        <div className="grid gap-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-96" />
          <Skeleton className="h-48" />
        </div>
        <div className="grid gap-4">
          <Skeleton className="h-72" />
          <Skeleton className="h-64" />
        </div>
      </div>
    </div>
  );
}
