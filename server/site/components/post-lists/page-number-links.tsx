import { pageNumbers } from '../../page-numbers.ts';

interface PageNumberLinksProps {
  /** The number of posts in the whole list. */
  total: number;
  current: number;
  linkTo: (page: number) => string;
}

/**
 * The pages of a long list by number. They are plain links: each leads to a document with an address that can be
 * shared.
 */
export function PageNumberLinks({ total, current, linkTo }: PageNumberLinksProps) {
  const pages = pageNumbers(total, current);
  if (pages.length === 0) return null;
  return (
    <ol aria-label="Pages" className="page-numbers">
      {pages.map((page, index) =>
        page === null ? (
          <li key={`gap-${pages[index - 1]}`} aria-hidden="true">
            …
          </li>
        ) : (
          <li key={page}>
            <a
              href={linkTo(page)}
              className="page-number"
              aria-label={`Page ${page}`}
              aria-current={page === current ? 'page' : undefined}
              rel={relOf(page - current)}
            >
              {page}
            </a>
          </li>
        ),
      )}
    </ol>
  );
}

function relOf(distance: number): 'prev' | 'next' | undefined {
  if (distance === -1) return 'prev';
  return distance === 1 ? 'next' : undefined;
}
