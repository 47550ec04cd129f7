import { CalendarDays, List } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#shared/ui/button.tsx';
import { CALENDAR_ADDRESS, LIST_ADDRESS } from './post-address.ts';

const views = [
  { to: LIST_ADDRESS, label: 'List', Drawing: List },
  { to: CALENDAR_ADDRESS, label: 'Calendar', Drawing: CalendarDays },
] as const;

/** The switch between the two views of posts. */
export function ViewSwitch({ isCalendar = false }: { isCalendar?: boolean }) {
  return (
    <nav aria-label="View of the posts" className="flex flex-wrap gap-1">
      {views.map(({ to, label, Drawing }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCalendar === (to === CALENDAR_ADDRESS) ? 'page' : undefined}
          className={`${buttonClass('plain', 'sm')} aria-[current]:bg-sunken aria-[current]:text-accent forced-colors:aria-[current]:border-4`}
        >
          <Drawing aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}
