/** The product's mark: a sheet of nine cells. */
export function SheetMark({ className = 'size-6.5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 30 30" className={`shrink-0 ${className}`} aria-hidden="true" focusable="false">
      <path className="fill-accent" d="M0 0h10v10H0zM20 0h10v10H20zM10 10h10v10H10zM0 20h10v10H0zM20 20h10v10H20z" />
      <path className="fill-accent/35" d="M10 0h10v10H10zM0 10h10v10H0zM20 10h10v10H20zM10 20h10v10H10z" />
    </svg>
  );
}
