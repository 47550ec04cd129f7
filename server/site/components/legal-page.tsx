import type { TextPage } from '../texts/text-section.ts';
import { PageHeader } from './page-header.tsx';
import { sectionId, TextSections } from './text-sections.tsx';

/** Privacy and terms: the text in one column, with a list of its sections beside it where there is room. */
export function LegalPage({ page }: { page: TextPage }) {
  return (
    <div className="page-width pb-24">
      <PageHeader title={page.title} {...(page.lastUpdated ? { kicker: page.lastUpdated } : {})} />
      <div className="grid gap-x-20 pt-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="hidden lg:block">
          <ul className="sticky top-24 border-l border-line text-sm">
            {page.sections.map(({ heading }) => (
              <li key={heading}>
                <a
                  href={`#${sectionId(heading)}`}
                  className="block border-l border-transparent py-1.5 pl-4 text-muted -ml-px hover:border-accent hover:text-ink"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="prose">
          {page.intro.map((paragraph) => (
            <p key={paragraph} className="lead">
              {paragraph}
            </p>
          ))}
          <TextSections sections={page.sections} />
        </div>
      </div>
    </div>
  );
}
