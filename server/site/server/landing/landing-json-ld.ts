import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import type { SiteInfo } from '../../site-data.ts';
import type { LandingPage } from './landing-page.ts';

/** The classes and their price, the questions with their answers, and the page's place: https://schema.org/Service */
export function landingJsonLd(page: LandingPage, info: SiteInfo): object[] {
  const url = `${info.url}${page.path}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Service',
      name: page.title,
      description: page.description,
      serviceType: 'Pole fitness classes',
      url,
      provider: { '@type': 'Organization', name: info.name, url: `${info.url}/` },
      areaServed: { '@type': 'City', name: 'St. Petersburg', containedInPlace: { '@type': 'State', name: 'Florida' } },
      offers: {
        '@type': 'Offer',
        name: LANDING_OFFER.what,
        price: LANDING_OFFER.amount,
        priceCurrency: LANDING_OFFER.currency,
        url,
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: page.questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: info.name, item: `${info.url}/` },
        { '@type': 'ListItem', position: 2, name: page.title, item: url },
      ],
    },
  ];
}
