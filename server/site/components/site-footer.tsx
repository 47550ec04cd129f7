import { usePageControls } from '../page-context.ts';
import type { Shell } from '../page-data.ts';
import { Link } from '../router.tsx';
import { categoryPath } from '../routes.ts';
import { SITE_CHOSEN } from '../topic-label.ts';
import { Icon } from './icon.tsx';
import { SubscribeForm } from './subscribe-form.tsx';
import { Wordmark } from './wordmark.tsx';

const QUICK_LINKS = [
  { to: '/about', label: 'About Us' },
  { to: '/contact', label: 'Contact' },
  { to: '/archive', label: 'Archive' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
];

interface SiteFooterProps {
  shell: Shell;
  /**
   * Whether the content above is still loading, so that its height is unknown: a footer shown now would be pushed down.
   */
  isHeldBack?: boolean;
}

/** Every category, Quick Links, and the copyright line. */
export function SiteFooter({ shell, isHeldBack = false }: SiteFooterProps) {
  const { info, categories, year } = shell;
  const { url } = usePageControls();
  return (
    <footer hidden={isHeldBack} className="mt-8 border-t border-line bg-sunken">
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 py-12 md:grid-cols-[1.2fr_2.2fr_0.8fr] lg:gap-x-12 lg:py-16">
        <div>
          <Wordmark name={info.name} />
          <p className="mt-3 max-w-xs text-muted">
            Expert insights and stories across technology, lifestyle, business, travel and health.
          </p>
          <Link to="/follow" className="button button-quiet mt-5 gap-2">
            <Icon name="rss" />
            Follow
          </Link>
          {info.hasLetters && (
            <div className="mt-6 max-w-xs">
              <SubscribeForm id="subscribe-footer" topics={SITE_CHOSEN}>
                New posts by email
              </SubscribeForm>
            </div>
          )}
        </div>
        {categories.length > 0 && (
          <nav aria-labelledby="footer-categories">
            <h2 id="footer-categories" className="footer-title">
              Categories
            </h2>
            <ul className="footer-links [columns:2_7rem] gap-x-6 lg:[columns:3_7rem]">
              {categories.map((category) => (
                <li key={category.id}>
                  <Link to={categoryPath(category.slug)}>{category.name}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-labelledby="footer-quick-links">
          <h2 id="footer-quick-links" className="footer-title">
            Quick Links
          </h2>
          <ul className="footer-links">
            {QUICK_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="page-width">
        <p className="hidden wrap-anywhere">{info.url + url}</p>
        <p className="border-t border-line py-6 text-sm text-muted">{`© ${year} ${info.name}. All rights reserved.`}</p>
      </div>
    </footer>
  );
}
