import { EmptyList } from '../components/empty-list.tsx';
import { FoundAuthors } from '../components/found-authors.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { SearchPageForm } from '../components/search-page-form.tsx';
import { fetchResults } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import type { PageProps, SearchData } from '../page-data.ts';
import { Link } from '../router.tsx';
import { categoryPath, searchPath } from '../routes.ts';
import type { CategoryLook } from '../site-data.ts';

export function SearchScreen({ data }: PageProps<SearchData>) {
  const controls = usePageControls();
  return (
    <>
      <header className="border-b border-line">
        <div className="page-width py-12 lg:py-16">
          <h1 className="page-title mb-6">Search</h1>
          <SearchPageForm
            query={data.query}
            {...(data.query && { choices: { chosen: data, categories: data.categories } })}
          />
          {controls.writer !== '' && <NeedsScripts />}
          <p role="status" className="mt-5 min-h-6 text-muted">
            {statusOf(data)}
          </p>
          <Corrected data={data} />
        </div>
      </header>
      <FoundAuthors authors={data.authors} />
      {data.query && (
        <PostSection
          title="Results"
          // A reader who searches wants answers: a row shows the part of each text that matched.
          view="list"
          list={data.results}
          empty={<NothingFound data={data} />}
          fetchMore={(cursor) => fetchResults(controls, data, cursor)}
          onMore={(list) => controls.update({ ...data, results: { state: 'ready', value: list } })}
        />
      )}
      {!data.query && data.categories.length > 0 && (
        <section aria-labelledby="browse-title" className="page-width py-12 lg:py-16">
          <div className="section-head">
            <h2 id="browse-title">Browse by category</h2>
          </div>
          <CategoryChips categories={data.categories} />
        </section>
      )}
    </>
  );
}

/** The search of a published site runs in the browser: there is no server that could answer in its place. */
function NeedsScripts() {
  return (
    <p className="scripts-off mt-5">
      Searching needs JavaScript, which is switched off here. Every post is in{' '}
      <a href="/archive" className="text-accent underline underline-offset-4">
        the archive
      </a>
      .
    </p>
  );
}

function statusOf({ query, results }: SearchData): string {
  if (!query || results.state === 'failed') return '';
  return results.state === 'loading' ? 'Searching...' : `Found ${results.value.total} result(s) for "${query}"`;
}

/**
 * Says which query the results are for when the reader's query was mistyped, and links to the results of the query as
 * typed.
 */
function Corrected({ data: { query, category, order, results } }: { data: SearchData }) {
  const meant = results.state === 'ready' ? results.value.items[0]?.meant : null;
  if (!meant) return null;
  return (
    <p className="mt-2">
      Showing results for “<strong>{meant}</strong>”.{' '}
      <Link
        to={searchPath(query, { category, order, isExact: true })}
        className="text-accent underline underline-offset-4"
      >
        Search for “{query}” instead
      </Link>
    </p>
  );
}

function NothingFound({ data: { query, categories } }: { data: SearchData }) {
  return (
    <EmptyList>
      <p>{`No posts found for "${query}". Try different keywords or browse by category.`}</p>
      <CategoryChips categories={categories} className="mt-6 justify-center font-sans" />
    </EmptyList>
  );
}

function CategoryChips({ categories, className = '' }: { categories: readonly CategoryLook[]; className?: string }) {
  return (
    <ul className={`filter-bar ${className}`}>
      {categories.map((category) => (
        <li key={category.id}>
          <Link to={categoryPath(category.slug)} className={`chip ${category.color}`}>
            {category.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
