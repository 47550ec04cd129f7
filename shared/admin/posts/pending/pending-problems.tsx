import { Link } from 'react-router-dom';
import { editAddress } from '../post-address.ts';
import { usePendingPosts } from './use-pending.ts';

/** The changes whose time came, but that did not take the place of their posts; nothing when there are none. */
export function PendingProblems() {
  const posts = usePendingPosts().filter(({ pending }) => pending.problem !== null);
  if (posts.length === 0) return null;
  return (
    <section aria-label="Pending changes that need you" className="mb-4 rounded-md border border-danger bg-surface p-4">
      <p role="status" className="font-semibold">
        {posts.length === 1 ? 'A pending change needs you' : `${posts.length} pending changes need you`}
      </p>
      <ul className="mt-1 grid gap-1 text-sm">
        {posts.map(({ id, title, pending }) => (
          <li key={id}>
            <Link to={editAddress(id)} className="font-semibold underline">
              {title}
            </Link>
            : {pending.problem}
          </li>
        ))}
      </ul>
    </section>
  );
}
