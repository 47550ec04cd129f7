import { Flame, type LucideIcon, Shuffle, TentTree, UsersRound } from 'lucide-react';
import { PageHeader } from '../components/page-header.tsx';
import { TextSections } from '../components/text-sections.tsx';
import type { PageProps, PlainData } from '../page-data.ts';
import { Link } from '../router.tsx';
import { categoryPath } from '../routes.ts';
import { aboutPage } from '../texts/about.ts';

const icons: Record<string, LucideIcon> = {
  flame: Flame,
  'tent-tree': TentTree,
  shuffle: Shuffle,
  'users-round': UsersRound,
};

/** The About page: the readers for whom the blog curates, its subjects, and how it works. */
export function AboutScreen({ shell }: PageProps<PlainData>) {
  const [lead, ...intro] = aboutPage.intro;
  return (
    <div className="page-width pb-24">
      <PageHeader title={aboutPage.title} />
      <div className="grid gap-x-20 gap-y-6 py-10 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:py-14">
        <p className="font-serif text-2xl leading-snug text-pretty">{lead}</p>
        <div className="font-serif text-body text-muted md:self-end">
          {intro.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>

      <section aria-labelledby="audiences" className="border-t border-ink pt-8">
        <h2 id="audiences" className="font-serif text-3xl font-medium tracking-[-0.015em]">
          {aboutPage.audiencesHeading}
        </h2>
        <ul className="mt-8 grid border-t border-line sm:grid-cols-2 lg:grid-cols-4 lg:border-l">
          {aboutPage.audiences.map(({ title, text, icon }) => {
            const Icon = icons[icon];
            return (
              <li
                key={title}
                className="border-b border-line py-7 sm:px-7 sm:odd:border-r sm:odd:pl-0 lg:border-r lg:py-9 lg:odd:pl-7"
              >
                {Icon && <Icon aria-hidden="true" strokeWidth={1.4} className="size-8 text-accent" />}
                <h3 className="mt-5 font-serif text-xl font-semibold">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </li>
            );
          })}
        </ul>
      </section>

      <section aria-labelledby="topics" className="mt-16 md:mt-24">
        <h2 id="topics" className="font-serif text-3xl font-medium tracking-[-0.015em]">
          {aboutPage.topicsHeading}
        </h2>
        <ul className="mt-8 border-t border-line">
          {aboutPage.topics.map(({ name, text, categorySlug }) => {
            const category = shell.categories.find(({ slug }) => slug === categorySlug);
            return (
              <li
                key={name}
                className={`grid gap-x-10 gap-y-1 border-b border-line py-5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline ${category?.color ?? ''}`}
              >
                <h3 className="font-serif text-2xl font-medium">
                  {category ? (
                    <Link
                      to={categoryPath(category.slug)}
                      className="text-category underline decoration-1 underline-offset-[0.2em]"
                    >
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </h3>
                <p className="text-lg text-muted">{text}</p>
              </li>
            );
          })}
        </ul>
      </section>

      <div className="prose mx-0 mt-8 md:mt-12 lg:grid lg:max-w-none lg:grid-cols-2 lg:gap-20">
        <TextSections sections={aboutPage.sections} />
      </div>
    </div>
  );
}
