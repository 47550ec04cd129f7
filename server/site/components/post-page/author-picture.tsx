import type { Author } from '#shared/contract/authors.ts';

interface AuthorPictureProps {
  author: Pick<Author, 'name' | 'avatar'>;
  className: string;
}

/** The author's picture, or their initials. Decorative: the name always stands beside it. */
export function AuthorPicture({ author, className }: AuthorPictureProps) {
  if (author.avatar) {
    return (
      <img
        src={author.avatar}
        alt=""
        width="48"
        height="48"
        loading="lazy"
        decoding="async"
        className={`rounded-full bg-sunken object-cover ${className}`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      // With forced colours the background disappears, and the border is drawn instead.
      className={`grid shrink-0 place-items-center rounded-full border border-transparent bg-category font-semibold text-paper ${className}`}
    >
      {initials(author.name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
