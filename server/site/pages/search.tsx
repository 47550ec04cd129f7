import { EmptyList } from '../components/empty-list.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { SearchPageForm } from '../components/search-page-form.tsx';
import { fetchResults } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import type { PageProps, SearchData, Shell } from '../page-data.ts';
import { Link } from '../router.tsx';
import { categoryPath } from '../routes.ts';

export function SearchScreen({ data, shell }: PageProps<SearchData>) {
  const controls = usePageControls();
  return (
    <>
      <header className="border-b border-line">
        <div className="page-width py-12 lg:py-16">
          <h1 className="mb-6 font-serif text-4xl font-semibold tracking-tight">Search</h1>
          <SearchPageForm query={data.query} />
          <p role="status" className="mt-5 min-h-6 text-muted">
            {statusOf(data)}
          </p>
        </div>
      </header>
      {data.query && (
        <PostSection
          title="Results"
          priority
          list={data.results}
          empty={<NothingFound query={data.query} shell={shell} />}
          fetchMore={(cursor) => fetchResults(controls, data.query, cursor)}
          onMore={(list) => controls.update({ ...data, results: { state: 'ready', value: list } })}
        />
      )}
      {!data.query && shell.categories.length > 0 && (
        <section aria-labelledby="browse-title" className="page-width py-12 lg:py-16">
          <div className="section-head">
            <h2 id="browse-title">Browse by category</h2>
          </div>
          <CategoryChips shell={shell} />
        </section>
      )}
    </>
  );
}

function statusOf({ query, results }: SearchData): string {
  if (!query || results.state === 'failed') return '';
  return results.state === 'loading' ? 'Searching...' : `Found ${results.value.total} result(s) for "${query}"`;
}

function NothingFound({ query, shell }: { query: string; shell: Shell }) {
  return (
    <EmptyList>
      <p>{`No posts found for "${query}". Try different keywords or browse by category.`}</p>
      <CategoryChips shell={shell} className="mt-6 justify-center font-sans" />
    </EmptyList>
  );
}

function CategoryChips({ shell, className = '' }: { shell: Shell; className?: string }) {
  return (
    <ul className={`filter-bar ${className}`}>
      {shell.categories.map((category) => (
        <li key={category.id}>
          <Link to={categoryPath(category.slug)} className={`chip ${category.color}`}>
            {category.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
