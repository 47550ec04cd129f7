import { Link } from '../router.tsx';
import { authorPath } from '../routes.ts';
import type { NamedAuthor } from '../site-data.ts';
import { AuthorPicture } from './post-page/author-picture.tsx';

/** The authors that a search has named. They stand before the other results, and each links to the author's page. */
export function FoundAuthors({ authors }: { authors: readonly NamedAuthor[] }) {
  if (authors.length === 0) return null;
  return (
    <ul aria-label="Authors" className="page-width flex flex-wrap gap-x-10 gap-y-4 pt-10">
      {authors.map((author) => (
        <li key={author.id}>
          <Link to={authorPath(author.slug)} className="group flex items-center gap-4">
            <AuthorPicture author={author} className="size-14 text-lg" />
            <span className="min-w-0">
              <span className="block font-serif text-xl font-semibold wrap-anywhere group-hover:underline" dir="auto">
                {author.name}
              </span>
              <span className="block text-sm text-muted">Author</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
