import { Check, Plus } from 'lucide-react';
import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import { LandingArt } from './landing-art.tsx';
import type { LandingBridge, LandingPage, LandingSection } from './landing-page.ts';

const HEADING = 'font-serif text-3xl font-medium tracking-[-0.015em] text-balance';

/**
 * One landing page: the people it is for, the reasons, the first class, the price, questions, and the link to the
 * contact page. It is rendered on the server alone and never hydrated: nothing in it needs a script.
 */
export function LandingScreen({ page }: { page: LandingPage }) {
  return (
    <div className={page.color}>
      <Opening page={page} />
      <div className="page-width">
        {page.story.map((section) => (
          <Story key={section.heading} section={section} />
        ))}
        <Bridge bridge={page.bridge} />
        <FirstClass page={page} />
      </div>
      <Offer page={page} />
      <div className="page-width pb-24">
        <Questions page={page} />
        <section aria-labelledby="come" className="border-t-2 border-ink pt-8">
          <h2 id="come" className={HEADING}>
            {page.closing.heading}
          </h2>
          <p className="mt-4 max-w-[38rem] font-serif text-xl leading-snug text-pretty text-muted">
            {page.closing.text}
          </p>
          <p className="mt-8">
            <Action>{page.action}</Action>
          </p>
        </section>
      </div>
    </div>
  );
}

function Opening({ page }: { page: LandingPage }) {
  return (
    <div className="overflow-hidden bg-category-soft">
      <div className="page-width grid items-end gap-x-16 gap-y-6 pt-10 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] md:pt-16">
        <div className="md:pb-16">
          <p className="text-sm font-semibold text-category">{page.kicker}</p>
          <h1 className="page-title mt-3 [--title-size:var(--text-display)]">{page.headline}</h1>
          <p className="mt-6 max-w-[44ch] font-serif text-xl leading-snug text-pretty">{page.standfirst}</p>
          <p className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Action>{page.action}</Action>
            <a href="#offer" className="inline-flex min-h-11 items-center underline underline-offset-4">
              {LANDING_OFFER.what} for {LANDING_OFFER.price}
            </a>
          </p>
        </div>
        <LandingArt figure={page.figure} />
      </div>
    </div>
  );
}

/** The button that leads on, the same everywhere on the page. */
function Action({ children }: { children: string }) {
  return (
    <a href="/contact" className="button">
      {children}
    </a>
  );
}

function Story({ section: { heading, paragraphs } }: { section: LandingSection }) {
  return (
    <section className="grid gap-x-20 gap-y-5 border-b border-line py-10 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] md:py-14">
      <h2 className={HEADING}>{heading}</h2>
      <div className="grid max-w-measure gap-5 font-serif text-body">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}

function Bridge({ bridge }: { bridge: LandingBridge }) {
  return (
    <section aria-labelledby="bridge" className="py-10 md:py-14">
      <h2 id="bridge" className={HEADING}>
        {bridge.heading}
      </h2>
      <p className="mt-3 text-lg text-muted">{bridge.intro}</p>
      <table aria-labelledby="bridge" className="mt-6 w-full table-fixed border-collapse text-left">
        <thead>
          <tr className="border-b-2 border-ink align-bottom text-sm">
            <th scope="col" className="w-2/5 py-3 pr-5 font-semibold">
              {bridge.from}
            </th>
            <th scope="col" className="py-3 font-semibold text-category">
              {bridge.to}
            </th>
          </tr>
        </thead>
        <tbody>
          {bridge.rows.map(({ from, to }) => (
            <tr key={from} className="border-b border-line align-top">
              <td className="py-4 pr-5 text-muted">{from}</td>
              <td className="py-4 font-serif text-xl">{to}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FirstClass({ page: { firstClass } }: { page: LandingPage }) {
  return (
    <section aria-labelledby="first-class" className="border-t border-line py-10 md:py-14">
      <h2 id="first-class" className={HEADING}>
        {firstClass.heading}
      </h2>
      <p className="mt-3 max-w-measure text-lg text-muted">{firstClass.intro}</p>
      <ol className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-5">
        {firstClass.steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-category pt-3">
            <p aria-hidden="true" className="font-serif text-3xl font-medium text-category">
              {index + 1}
            </p>
            <h3 className="mt-2 font-serif text-xl font-semibold">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Offer({ page: { offer, action } }: { page: LandingPage }) {
  return (
    <section aria-labelledby="offer" className="bg-category-soft">
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-8 py-12 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:py-20">
        <div>
          <h2 id="offer" className={`${HEADING} scroll-mt-24`}>
            {offer.heading}
          </h2>
          <p className="mt-4 max-w-measure font-serif text-body">{offer.text}</p>
          <ul className="mt-6 grid gap-3">
            {offer.included.map((item) => (
              <li key={item} className="flex gap-3">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-category" />
                {item}
              </li>
            ))}
          </ul>
        </div>
        <div className="border-t-2 border-category bg-surface p-7 md:self-start">
          <p className="font-serif text-display font-medium tracking-[-0.025em]">{LANDING_OFFER.price}</p>
          <p className="mt-1 text-lg font-semibold">{LANDING_OFFER.what}</p>
          <p className="mt-3 text-muted">{offer.note}</p>
          <p className="mt-6">
            <Action>{action}</Action>
          </p>
        </div>
      </div>
    </section>
  );
}

function Questions({ page: { questions } }: { page: LandingPage }) {
  return (
    <section aria-labelledby="questions" className="py-12 md:py-20">
      <h2 id="questions" className={HEADING}>
        Questions people ask
      </h2>
      <div className="mt-6 max-w-[54rem] border-t border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-11 items-center justify-between gap-5 py-4">
              <h3 className="text-lg font-semibold">{question}</h3>
              <Plus aria-hidden="true" className="size-5 shrink-0 text-category group-open:rotate-45" />
            </summary>
            <p className="max-w-measure pb-6 font-serif text-body">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
