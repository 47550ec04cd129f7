import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Post } from '#shared/contract/posts.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { fetchPost } from '../fetch-post.ts';
import { editAddress, LIST_ADDRESS, type PostTarget } from '../post-address.ts';
import { PostForm } from './post-form.tsx';

/** Outside of the lists' names: what is edited must not be fetched anew under the owner's hands. */
const editedKey = (id: number | null) => ['edited-post', id] as const;

/** The form for a new post, or for one that is fetched first. */
export function PostFormScreen({ target }: { target: Exclude<PostTarget, { kind: 'list' }> }) {
  const { api } = usePorts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // A new post that was saved as a draft becomes the one being edited, in the same form (admin spec §4).
  const adopted = useRef<number | null>(null);
  const id = target.kind === 'edit' ? target.id : null;
  const post = useQuery({
    queryKey: editedKey(id),
    queryFn: ({ signal }) => (id === null ? null : fetchPost(api, id, signal)),
    // Fetched whenever a form is opened: another device may have changed it.
    gcTime: 0,
    enabled: id !== null,
  });

  const keep = (stored: Post) => {
    queryClient.setQueryData(editedKey(stored.id), stored);
    if (id === stored.id) return;
    adopted.current = stored.id;
    navigate(editAddress(stored.id), { replace: true });
  };
  if (id === null || post.data) {
    const key = id === null || id === adopted.current ? 'new' : id;
    return (
      <PostForm
        key={key}
        post={id === null ? null : (post.data ?? null)}
        onClose={() => navigate(LIST_ADDRESS)}
        onSaved={keep}
      />
    );
  }
  if (post.isPending) return <Spinner label="Loading the post" className="h-64 w-full" />;
  return (
    <EmptyState title={errorText(post.error)}>
      <div className="mt-4 flex justify-center gap-2">
        <Button onClick={() => post.refetch()}>Try again</Button>
        <Link to={LIST_ADDRESS} className={buttonClass()}>
          Back to the posts
        </Link>
      </div>
    </EmptyState>
  );
}
