import { topicText, WHOLE_SITE } from '#shared/kernel/topic-text.ts';
import { Icon } from '../components/icon.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { SubscribeForm } from '../components/subscribe-form.tsx';
import type { PageProps, PlainData } from '../page-data.ts';
import { categoryPath } from '../routes.ts';
import { followPage } from '../texts/follow.ts';
import { topicChoice } from '../topic-label.ts';

const FORMATS = [
  { name: 'RSS', file: '/rss.xml' },
  { name: 'Atom', file: '/atom.xml' },
  { name: 'JSON Feed', file: '/feed.json' },
];

/** Lists the feeds, and explains how to use them. */
export function FollowScreen({ shell: { info, categories } }: PageProps<PlainData>) {
  const { how, everything, categories: one, others, email } = followPage;
  const topics = [
    topicChoice(WHOLE_SITE, '', info.name),
    ...categories.map(({ id, name }) => topicChoice({ kind: 'category', targetId: id }, name, info.name)),
  ];
  return (
    <div className="page-width pb-20">
      <PageHeader
        title={`${followPage.title} ${info.name}`}
        standfirst={info.hasLetters ? email.standfirst : followPage.standfirst}
      />
      {info.hasLetters && (
        <section aria-labelledby="follow-email" className="border-b border-line py-10">
          <h2 id="follow-email" className="font-serif text-2xl font-semibold">
            {email.heading}
          </h2>
          <p className="mt-3 mb-6 max-w-measure text-muted">{email.text}</p>
          <SubscribeForm id="subscribe-page" topics={topics} chosen={[topicText(WHOLE_SITE)]} />
        </section>
      )}
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
