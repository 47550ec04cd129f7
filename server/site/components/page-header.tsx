interface PageHeaderProps {
  title: string;
  /** A sentence under the title. */
  standfirst?: string;
  /** A line above the title. */
  kicker?: string;
}

/** The head of a page that is not a post: its large title, and a sentence about its purpose. */
export function PageHeader({ title, standfirst, kicker }: PageHeaderProps) {
  return (
    <header className="border-b border-line pt-12 pb-10 md:pt-20 md:pb-14">
      {kicker && <p className="mb-4 text-sm text-muted">{kicker}</p>}
      <h1 className="page-title">{title}</h1>
      {standfirst && (
        <p className="mt-5 max-w-[38rem] font-serif text-xl leading-snug text-pretty text-muted">{standfirst}</p>
      )}
    </header>
  );
}
