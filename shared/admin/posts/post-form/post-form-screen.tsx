import { type RefObject, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { errorText } from '../../error-text.ts';
import { editAddress, LIST_ADDRESS, targetName } from '../post-address.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import type { FormTarget } from './open-form.ts';
import { PostForm } from './post-form.tsx';
import { useOpenedForm } from './use-opened-form.ts';

interface ScreenProps {
  target: FormTarget;
  /** The form before this one, on its way out. */
  closing: RefObject<Promise<unknown>>;
}

/** The form of the post the address names. It stays the same form when a new post becomes one the server knows. */
export function PostFormScreen({ target, closing }: ScreenProps) {
  const navigate = useNavigate();
  const adopted = useRef<number | null>(null);
  const [opened, setOpened] = useState({ target, number: 0 });
  const open = (isAnew: boolean) => {
    if (isAnew) adopted.current = null;
    setOpened({ target, number: opened.number + (isAnew ? 1 : 0) });
  };
  if (targetName(target) !== targetName(opened.target)) {
    open(!(target.kind === 'edit' && target.id === adopted.current));
  }
  return (
    <OpenedPostForm
      key={opened.number}
      target={opened.target}
      closing={closing}
      onAgain={() => open(true)}
      onAdopted={(id) => {
        adopted.current = id;
        navigate(editAddress(id), { replace: true });
      }}
    />
  );
}

interface OpenedPostFormProps extends ScreenProps {
  onAgain: () => void;
  onAdopted: (id: number) => void;
}

function OpenedPostForm({ target, closing, onAgain, onAdopted }: OpenedPostFormProps) {
  const navigate = useNavigate();
  const opening = useOpenedForm(target, closing);
  if (opening.kind === 'opening') return <FormSkeleton />;
  if (opening.kind === 'open') {
    return <PostForm opened={opening.form} onClose={() => navigate(LIST_ADDRESS)} onAdopted={onAdopted} />;
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
