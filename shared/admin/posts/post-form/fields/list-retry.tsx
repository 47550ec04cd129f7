interface ListRetryProps {
  /** The list a field chooses from, as far as it is there. */
  list: { data: unknown; isError: boolean; refetch: () => unknown };
}

/** At a field whose list could not be loaded: the way to load it after all. */
export function ListRetry({ list }: ListRetryProps) {
  if (!list.isError || list.data !== undefined) return null;
  return (
    <button type="button" className="min-h-6 font-semibold text-accent underline" onClick={() => list.refetch()}>
      Load the list again
    </button>
  );
}
