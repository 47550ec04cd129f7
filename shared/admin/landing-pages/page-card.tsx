import { Copy, Eye } from 'lucide-react';
import { useId } from 'react';
import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import type { LandingPage } from './pages.ts';

interface PageCardProps {
  page: LandingPage;
  onPreview: (page: LandingPage) => void;
  onCopy: (page: LandingPage) => void;
}

export function PageCard({ page, onPreview, onCopy }: PageCardProps) {
  const titleId = useId();
  return (
    <article aria-labelledby={titleId} className="flex h-full flex-col rounded-md border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 id={titleId} className="font-serif text-xl font-medium text-balance">
          {page.title}
        </h3>
        <Badge tone="good">Active</Badge>
      </div>
      <p className="mt-1 text-muted">{page.audience}</p>
      <p className="mt-3 font-mono text-sm wrap-anywhere text-muted">{page.path}</p>
      <p className="mt-3 mb-5">
        <span className="font-serif text-2xl font-medium">{LANDING_OFFER.price}</span>{' '}
        <span className="text-sm text-muted">{LANDING_OFFER.what}</span>
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button onClick={() => onPreview(page)} aria-describedby={titleId}>
          <Eye aria-hidden />
          Preview
        </Button>
        <Button onClick={() => onCopy(page)} aria-describedby={titleId}>
          <Copy aria-hidden />
          Copy URL
        </Button>
      </div>
    </article>
  );
}
