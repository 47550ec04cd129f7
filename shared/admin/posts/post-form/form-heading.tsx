import { ExternalLink as ExternalIcon, PanelRightClose, PanelRightOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#shared/ui/button.tsx';
import { ExternalLink } from '../../external-link.tsx';
import { OfferingButton, useOfferCommands } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import type { DetailsChoice } from './use-details-panel.ts';

interface FormHeadingProps {
  title: string;
  /** The post's slug on the server; null for a new post. */
  slug: string | null;
  details: DetailsChoice;
  detailsId: string;
  /** The buttons that show the post before it is live. */
  views: ReactNode;
}

/** The form's title, a link to the post's page, and the button that folds the side panel. */
export function FormHeading({ title, slug, details, detailsId, views }: FormHeadingProps) {
  const { site, openExternal } = usePorts();
  const page = slug === null ? null : site.url(`/post/${encodeURIComponent(slug)}`);
  useOfferCommands(
    page !== null && { title: 'View This Post', words: ['page', 'live', 'readers'], run: () => openExternal(page) },
  );
  return (
    <div className="isolate mb-5 flex flex-wrap short:mb-2 items-center gap-2">
      <h2 className="me-auto font-serif text-2xl font-medium short:text-xl">{title}</h2>
      {page !== null && (
        <ExternalLink href={page} className={buttonClass('plain', 'sm')}>
          <ExternalIcon aria-hidden />
          View
        </ExternalLink>
      )}
      {views}
      <OfferingButton
        command={details.isOpen ? 'Hide Details' : 'Show Details'}
        words={['side panel', 'category', 'tags', 'author', 'date']}
        size="sm"
        aria-expanded={details.isOpen}
        aria-controls={detailsId}
        disabled={details.isNeeded}
        onClick={details.toggle}
      >
        {details.isOpen ? <PanelRightClose aria-hidden /> : <PanelRightOpen aria-hidden />}
        Details
      </OfferingButton>
    </div>
  );
}
