import { EllipsisVertical, House, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { AdminRecord } from '#shared/contract/session.ts';
import { AS_SYSTEM, themeSwitch } from '#shared/kernel/themes.ts';
import { followSystem } from '#shared/ui/apply-theme.ts';
import { Button, buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { useSignOut } from '../auth/index.ts';
import { MessagesButton } from '../messages/index.ts';
import { CommandPalette } from '../palette/index.ts';
import { usePorts } from '../ports-context.tsx';
import { BatchSign, RunSign } from '../prompts/index.ts';
import { SheetMark } from '../sheet-mark.tsx';
import { SyncBadge } from '../sync/index.ts';
import { useThemeChoice } from '../theme-choice.ts';
import { dashboardTabs } from './active-tab.ts';
import { listedPlaces, places } from './places.tsx';

/** The header: the owner's name, the readers' messages, and the links out of the admin. */
export function DashboardHeader({ me }: { me: AdminRecord }) {
  const { site } = usePorts();
  const { signOut, isPending } = useSignOut();

  return (
    <header className="bg-surface">
      <div className="admin-width flex flex-wrap items-center gap-x-2 gap-y-2 py-3 short:py-1 lg:gap-x-4">
        <div className="flex min-w-0 flex-1 basis-40 items-center gap-3">
          <SheetMark className="size-8" />
          <div className="min-w-0">
            <h1 className="font-serif text-2xl short:text-xl leading-tight font-medium tracking-tight whitespace-nowrap">
              Blog Admin
            </h1>
            <p className="truncate text-sm text-muted short:sr-only">Welcome, {me.name}</p>
          </div>
        </div>
        <RunSign />
        <BatchSign />
        <nav
          aria-label="Admin"
          className="flex min-w-0 items-center gap-1 max-sm:w-full max-sm:flex-wrap max-sm:justify-end sm:gap-2"
        >
          <PlaceLinks />
          <SyncBadge />
          <CommandPalette tabs={dashboardTabs} places={places} />
          <MessagesButton />
          <ThemeButton />
          <a href={site.url('/')} title="View site" className={`${buttonClass('plain')} max-lg:px-2.5!`}>
            <House aria-hidden />
            <span className="max-lg:sr-only">Home</span>
          </a>
          <Button onClick={() => void signOut()} disabled={isPending} className="max-sm:px-2.5!">
            <LogOut aria-hidden />
            <span className="max-sm:sr-only">Logout</span>
          </Button>
          <PhoneMenu />
        </nav>
      </div>
    </header>
  );
}

/** Links to the places outside the tabs; a phone shows them in the menu. */
function PlaceLinks() {
  const location = useLocation();
  return listedPlaces.map(({ name, address, isAt, Drawing, isNamed }) => (
    <Link
      key={address}
      to={address}
      title={name}
      aria-label={isNamed ? undefined : name}
      aria-current={isAt(location) ? 'page' : undefined}
      className={`${buttonClass('plain')} ${isNamed ? 'max-lg:px-2.5!' : 'size-10 px-0! pointer-coarse:size-11'} max-sm:hidden aria-[current]:text-accent`}
    >
      <Drawing aria-hidden />
      {isNamed && <span className="max-lg:sr-only">{name}</span>}
    </Link>
  ));
}

/** The menu for everything that a phone's header has no room for. */
function PhoneMenu() {
  const navigate = useNavigate();
  const { next, label, Drawing, choose } = useThemeSwitch();
  return (
    <span className="sm:hidden">
      <Menu
        trigger={
          <IconButton label="Menu">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        {listedPlaces.map(({ name, address, Drawing }) => (
          <MenuItem key={address} onSelect={() => navigate(address)}>
            <Drawing aria-hidden />
            {name}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => choose(next)}>
          <Drawing aria-hidden />
          {label}
        </MenuItem>
      </Menu>
    </span>
  );
}

/** Switches to the next theme, for the site as well, and follows the system's theme if the owner has chosen that. */
function ThemeButton() {
  const { next, label, Drawing, choose } = useThemeSwitch();
  useEffect(followSystem, []);
  return (
    <IconButton label={label} className="max-sm:hidden" onClick={() => choose(next)}>
      <Drawing aria-hidden />
    </IconButton>
  );
}

function useThemeSwitch() {
  const [choice, choose] = useThemeChoice();
  const { next, label } = themeSwitch(choice);
  return { next, label, choose, Drawing: drawings[next] ?? Moon };
}

/** The icon of the button, for the theme that a press turns on. */
const drawings: Record<string, typeof Moon> = { light: Sun, dark: Moon, [AS_SYSTEM]: Monitor };
