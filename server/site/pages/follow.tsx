import { Icon } from '../components/icon.tsx';
import { PageHeader } from '../components/page-header.tsx';
import type { PageProps, PlainData } from '../page-data.ts';
import { categoryPath } from '../routes.ts';
import { followPage } from '../texts/follow.ts';

const FORMATS = [
  { name: 'RSS', file: '/rss.xml' },
  { name: 'Atom', file: '/atom.xml' },
  { name: 'JSON Feed', file: '/feed.json' },
];

/** What feeds there are, and how to use them. */
export function FollowScreen({ shell: { info, categories } }: PageProps<PlainData>) {
  const { how, everything, categories: one, others } = followPage;
  return (
    <div className="page-width pb-20">
      <PageHeader title={`${followPage.title} ${info.name}`} standfirst={followPage.standfirst} />
      <div className="grid gap-x-20 gap-y-12 pt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-labelledby="follow-everything">
          <h2 id="follow-everything" className="font-serif text-2xl font-semibold">
            {everything.heading}
          </h2>
          <p className="mt-3 max-w-measure text-muted">{everything.text}</p>
          <dl className="feed-addresses">
            {FORMATS.map(({ name, file }) => (
              <div key={file}>
                <dt>{name}</dt>
                <dd>
                  <a href={file} className="text-accent underline underline-offset-4">{`${info.url}${file}`}</a>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="follow-how">
          <h2 id="follow-how" className="font-serif text-2xl font-semibold">
            {how.heading}
          </h2>
          <ol className="mt-3 max-w-measure list-decimal pl-5 *:not-first:mt-3">
            {how.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        {categories.length > 0 && (
          <section aria-labelledby="follow-category">
            <h2 id="follow-category" className="font-serif text-2xl font-semibold">
              {one.heading}
            </h2>
            <p className="mt-3 text-muted">{one.text}</p>
            <ul className="filter-bar mt-5">
              {categories.map(({ id, slug, name, color }) => (
                <li key={id}>
                  <a href={`${categoryPath(slug)}/rss.xml`} className={`chip ${color}`}>
                    <Icon name="rss" />
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="follow-others">
          <h2 id="follow-others" className="font-serif text-2xl font-semibold">
            {others.heading}
          </h2>
          <p className="mt-3 max-w-measure text-muted">{others.text}</p>
        </section>
      </div>
    </div>
  );
}
