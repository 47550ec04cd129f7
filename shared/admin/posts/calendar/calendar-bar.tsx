import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CategoryWithCount } from '#shared/contract/categories.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { OfferingButton, useOfferCommands } from '../../offer-commands.tsx';
import type { Place } from './calendar-address.ts';
import { otherSpan, type View } from './days.ts';

interface CalendarBarProps {
  place: Place;
  title: string;
  today: string;
  categories: readonly CategoryWithCount[];
  onChange: (place: Place) => void;
}

const views: readonly { view: View; label: string }[] = [
  { view: 'month', label: 'Month' },
  { view: 'week', label: 'Week' },
];

/** The controls for the shown days and category. */
export function CalendarBar({ place, title, today, categories, onChange }: CalendarBarProps) {
  const { view, day, category } = place;
  const goBy = (by: number) => onChange({ ...place, day: otherSpan(view, day, by) });
  useOfferCommands(
    { title: `Calendar: Previous ${view}`, words: ['back', 'earlier'], run: () => goBy(-1) },
    { title: `Calendar: Next ${view}`, words: ['forward', 'later'], run: () => goBy(1) },
  );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h3 aria-live="polite" className="me-auto font-serif text-xl font-medium max-sm:w-full">
        {title}
      </h3>
      <div className="flex items-center gap-1">
        <IconButton label={`Previous ${view}`} onClick={() => goBy(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <OfferingButton
          command="Calendar: Today"
          words={['now']}
          size="sm"
          onClick={() => onChange({ ...place, day: today })}
        >
          Today
        </OfferingButton>
        <IconButton label={`Next ${view}`} onClick={() => goBy(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <fieldset className="flex gap-1">
        <legend className="sr-only">Show</legend>
        {views.map((each) => (
          <OfferingButton
            command={`Calendar: ${each.label}`}
            words={['view', 'days']}
            key={each.view}
            size="sm"
            aria-pressed={each.view === view}
            className="aria-pressed:border-ink aria-pressed:bg-sunken forced-colors:aria-pressed:border-4"
            onClick={() => onChange({ ...place, view: each.view })}
          >
            {each.label}
          </OfferingButton>
        ))}
      </fieldset>
      <Select
        aria-label="Category"
        className="truncate sm:w-48!"
        value={category}
        onChange={({ target }) => onChange({ ...place, category: target.value })}
      >
        <option value="">All categories</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
        {category !== '' && categories.every(({ slug }) => slug !== category) && (
          <option value={category}>{category}</option>
        )}
      </Select>
    </div>
  );
}
