/** How far a change of several posts is that has no bar of its own, as an Undo. */
export function BulkProgress({ done, total }: { done: number; total: number }) {
  return (
    <section
      aria-label="What is being changed"
      aria-busy
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line-strong bg-sunken px-4 py-3"
    >
      <p role="status" className="font-semibold">
        {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')} done
      </p>
      <progress
        aria-label="How many of the posts are done"
        max={total}
        value={done}
        className="h-1.5 min-w-40 flex-1 accent-accent"
      />
    </section>
  );
}
