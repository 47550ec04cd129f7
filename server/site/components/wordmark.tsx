import { Link } from '../router.tsx';

/** The site's name after a small nine-cell sheet, linked to the home page. */
export function Wordmark({ name }: { name: string }) {
  return (
    <Link to="/" className="inline-flex min-h-11 min-w-0 items-center gap-x-2.5">
      <svg viewBox="0 0 30 30" className="size-6.5 shrink-0" aria-hidden="true" focusable="false">
        <path className="fill-accent" d="M0 0h10v10H0zM20 0h10v10H20zM10 10h10v10H10zM0 20h10v10H0zM20 20h10v10H20z" />
        <path className="fill-accent/35" d="M10 0h10v10H10zM0 10h10v10H0zM20 10h10v10H20zM10 20h10v10H10z" />
      </svg>
      <span className="min-w-0 translate-y-[0.05em] font-serif text-2xl font-semibold tracking-tight">{name}</span>
    </Link>
  );
}
