import { useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, House, Images, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { type AdminRecord, logout } from '#shared/contract/session.ts';
import { AS_SYSTEM, THEME_KEY, themeSwitch } from '#shared/kernel/themes.ts';
import { applyTheme, followSystem, shownChoice } from '#shared/ui/apply-theme.ts';
import { Button, buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { isMediaAddress, MEDIA_ADDRESS } from '../media-library/index.ts';
import { MessagesButton } from '../messages/index.ts';
import { usePorts } from '../ports-context.tsx';
import { isSignedOut, queryKeys } from '../query-client.ts';
import { SheetMark } from '../sheet-mark.tsx';
import { SyncBadge } from '../sync/index.ts';
import { useAction } from '../use-action.ts';

/** The owner's name, the readers' messages, and the ways out. */
export function DashboardHeader({ me }: { me: AdminRecord }) {
  const { site } = usePorts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useAction({
    name: 'logout',
    async run({ api }) {
      try {
        await api.call(logout);
      } catch (error) {
        // Already signed out: that is what was asked for.
        if (!isSignedOut(error)) throw error;
      }
    },
    success: 'Logged out successfully',
    failure: 'Logout failed',
    onSuccess() {
      // The dashboard is left first: it would take the ended session for an expired one.
      navigate('/admin/login', { replace: true });
      queryClient.clear();
      queryClient.setQueryData(queryKeys.me, null);
    },
  });

  return (
    <header className="bg-surface">
      <div className="admin-width flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <div className="flex min-w-0 flex-1 basis-40 items-center gap-3">
          <SheetMark className="size-8" />
          <div className="min-w-0">
            <h1 className="font-serif text-2xl leading-tight font-medium tracking-tight whitespace-nowrap">
              Blog Admin
            </h1>
            <p className="truncate text-sm text-muted">Welcome, {me.name}</p>
          </div>
        </div>
        <nav aria-label="Admin" className="flex min-w-0 items-center gap-1 max-sm:w-full sm:gap-2">
          <LibraryLink />
          <SyncBadge />
          <MessagesButton />
          <ThemeButton />
          <a href={site.url('/')} className={`${buttonClass('plain')} max-sm:px-2.5!`}>
            <House aria-hidden />
            <span className="max-sm:sr-only">Home</span>
          </a>
          <Button onClick={() => signOut.mutate()} disabled={signOut.isPending} className="max-sm:px-2.5!">
            <LogOut aria-hidden />
            <span className="max-sm:sr-only">Logout</span>
          </Button>
          <PhoneMenu />
        </nav>
      </div>
    </header>
  );
}

/** The Media Library; a phone has it in the menu. */
function LibraryLink() {
  const isHere = isMediaAddress(useLocation());
  return (
    <Link
      to={MEDIA_ADDRESS}
      aria-current={isHere ? 'page' : undefined}
      className={`${buttonClass('plain')} max-sm:hidden aria-[current]:text-accent`}
    >
      <Images aria-hidden />
      Media Library
    </Link>
  );
}

function PhoneMenu() {
  const navigate = useNavigate();
  return (
    <span className="sm:hidden">
      <Menu
        trigger={
          <IconButton label="Menu">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => navigate(MEDIA_ADDRESS)}>
          <Images aria-hidden />
          Media Library
        </MenuItem>
      </Menu>
    </span>
  );
}

/** Goes on to the next theme, for the site as well, and follows the system where that was chosen. */
function ThemeButton() {
  const { localStorage } = usePorts();
  const [choice, setChoice] = useState(shownChoice);
  useEffect(followSystem, []);
  const { next, label } = themeSwitch(choice);
  const show = () => {
    applyTheme(next);
    localStorage.set(THEME_KEY, next);
    setChoice(next);
  };
  const Drawing = drawings[next] ?? Moon;
  return (
    <IconButton label={label} onClick={show}>
      <Drawing aria-hidden />
    </IconButton>
  );
}

/** What the button shows of what it turns on. */
const drawings: Record<string, typeof Moon> = { light: Sun, dark: Moon, [AS_SYSTEM]: Monitor };
