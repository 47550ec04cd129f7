import { PageHeader } from '../components/page-header.tsx';
import { ContactForm } from '../contact/contact-form.tsx';
import type { ContactData, PageProps } from '../page-data.ts';

const WAYS = [
  {
    key: 'support',
    title: 'Support',
    text: 'Something on the site does not work, or you cannot find what you read here.',
  },
  {
    key: 'partnerships',
    title: 'Partnerships',
    text: 'You would like to work with us, or have something our readers should know.',
  },
  {
    key: 'submissions',
    title: 'Submissions',
    text: 'You have done the thing, and can tell others how. Send us an idea or a draft.',
  },
] as const;

/** The Contact page: addresses for support, partnerships and submissions, and the form. */
export function ContactScreen({ data, shell }: PageProps<ContactData>) {
  const ways = WAYS.map((way) => ({ ...way, address: shell.info.contact[way.key] })).filter(({ address }) => address);
  return (
    <div className="page-width pb-24">
      <PageHeader title="Contact" standfirst="Questions, corrections, ideas for a piece: a person reads them all." />
      <div className="grid gap-14 pt-10 md:pt-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-20">
        <div>
          <h2 className="mb-8 font-serif text-2xl font-semibold">Send Us a Message</h2>
          <ContactForm answered={data.form} />
        </div>
        {ways.length > 0 && (
          <div>
            <h2 className="mb-6 font-serif text-2xl font-semibold">Email Us Directly</h2>
            <ul className="border-t border-line">
              {ways.map(({ key, title, text, address }) => (
                <li key={key} className="border-b border-line py-5">
                  <h3 className="font-semibold">{title}</h3>
                  <p className="mt-1 text-sm text-muted">{text}</p>
                  <a
                    href={`mailto:${address}`}
                    className="mt-1 inline-flex min-h-11 items-center break-all text-accent underline underline-offset-4"
                  >
                    {address}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
