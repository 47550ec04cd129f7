import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ContactFormState } from '../page-data.ts';
import { StaticRouter } from '../router.tsx';
import { AboutScreen } from './about.tsx';
import { ContactScreen } from './contact.tsx';
import { NotFoundScreen } from './not-found.tsx';
import { shell } from './page-fixtures.ts';
import { PrivacyScreen } from './privacy.tsx';
import { TermsScreen } from './terms.tsx';

const render = (screen: ReactNode) =>
  renderToStaticMarkup(<StaticRouter location="/">{screen}</StaticRouter>).replace(/&#x27;/g, "'");

describe('the static pages', () => {
  it('are each headed by their one h1', () => {
    const titles = [
      render(<AboutScreen data={{ screen: 'about' }} shell={shell} />),
      render(<PrivacyScreen data={{ screen: 'privacy' }} shell={shell} />),
      render(<TermsScreen data={{ screen: 'terms' }} shell={shell} />),
      render(<ContactScreen data={{ screen: 'contact', form: null }} shell={shell} />),
      render(<NotFoundScreen data={{ screen: 'not-found' }} shell={shell} />),
    ].map((html) => [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text));
    expect(titles).toEqual([
      ['About Us'],
      ['Privacy Policy'],
      ['Terms of Service'],
      ['Contact'],
      ['404 Page Not Found'],
    ]);
  });

  it('say for whom the product curates', () => {
    const html = render(<AboutScreen data={{ screen: 'about' }} shell={shell} />);
    for (const audience of ['Passion Seekers', 'Weekend Warriors', 'Cross-Pollinators', 'Community Cultivators']) {
      expect(html).toContain(`>${audience}</h3>`);
    }
  });

  it('link a topic to its category only while there is one', () => {
    const html = render(<AboutScreen data={{ screen: 'about' }} shell={shell} />);
    expect(html).toContain('href="/category/home-garden"');
    expect(html).not.toContain('href="/category/technology"');
    expect(html).toContain('>Tech</h3>');
  });

  it('say the date and the minimum age of the legal texts', () => {
    for (const html of [
      render(<PrivacyScreen data={{ screen: 'privacy' }} shell={shell} />),
      render(<TermsScreen data={{ screen: 'terms' }} shell={shell} />),
    ]) {
      expect(html).toContain('Last updated: July 19, 2025');
      expect(html).toContain('13 years old');
    }
  });

  it('keep the placeholders of the governing law visibly unfilled', () => {
    const html = render(<TermsScreen data={{ screen: 'terms' }} shell={shell} />);
    expect(html).toContain('<mark>[Your State/Country]</mark>');
    expect(html).toContain('<mark>[Your Jurisdiction]</mark>');
  });

  it('give every section of a legal text an address of its own', () => {
    const html = render(<TermsScreen data={{ screen: 'terms' }} shell={shell} />);
    const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(html).toContain(`href="#${id}"`);
  });

  it('lead on from an address that does not exist', () => {
    const html = render(<NotFoundScreen data={{ screen: 'not-found' }} shell={shell} />);
    expect(html).toContain('Did you forget to add the page to the router?');
    expect(html).toContain('action="/search"');
    expect(html).toContain('href="/"');
  });
});

describe('the contact page', () => {
  const values = { name: 'Ada "A" <Lovelace>', email: 'ada@example.org', subject: '', message: 'One\nTwo' };
  const blank = { name: '', email: '', subject: '', message: '' };
  const page = (form: ContactFormState | null = null, inShell = shell) =>
    render(<ContactScreen data={{ screen: 'contact', form }} shell={inShell} />);

  it('shows the addresses for support, partnerships and submissions', () => {
    for (const way of ['support', 'partnerships', 'submissions']) {
      expect(page()).toContain(`href="mailto:${way}@ninefold.test"`);
    }
  });

  it('leaves out an address the owner has not given', () => {
    const contact = { ...shell.info.contact, partnerships: '' };
    const html = page(null, { ...shell, info: { ...shell.info, contact } });
    expect(html).not.toContain('Partnerships');
    expect(html).toContain('Submissions');
  });

  it('has a form that works without JavaScript: posted to /contact, name, email and message required', () => {
    const html = page();
    expect(html).toMatch(/<form[^>]*action="\/contact"[^>]*method="post"/);
    expect(html).not.toContain('noValidate');
    const required = [...html.matchAll(/<(?:input|textarea)[^>]*>/g)]
      .filter(([tag]) => tag.includes('required'))
      .map(([tag]) => /name="([^"]+)"/.exec(tag)?.[1]);
    expect(required).toEqual(['name', 'email', 'message']);
    expect(html).toMatch(/<input[^>]*name="email"[^>]*type="email"|<input[^>]*type="email"[^>]*name="email"/);
  });

  it('hides its honeypot from people and assistive technology', () => {
    expect(page()).toMatch(
      /<div aria-hidden="true"[^>]*>.*<input id="contact-website"[^>]*tabindex="-1"[^>]*name="website"\/><\/div>/,
    );
  });

  it('answers a form sent without JavaScript on the page', () => {
    expect(page({ outcome: 'sent', values: blank })).toContain(
      "Thank you for reaching out. We'll get back to you within 1-2 business days.",
    );
    const missing = page({ outcome: 'missing', values });
    expect(missing).toContain('Missing Information');
    expect(missing).toContain('Please fill in your name, email, and message.');
    expect(page({ outcome: 'failed', values })).toContain(
      'Failed to send message. Please try again or email us directly.',
    );
  });

  it('keeps what was typed when the form comes back', () => {
    const html = page({ outcome: 'missing', values });
    expect(html).toContain('value="Ada &quot;A&quot; &lt;Lovelace&gt;"');
    expect(html).toMatch(/<textarea[^>]*>One\nTwo<\/textarea>/);
  });
});
