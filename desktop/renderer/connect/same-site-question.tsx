import { useEffect, useRef } from 'react';
import type { IpcOutput, KnownWorkspace } from '#shared/contract/ipc.ts';
import { Button } from '#shared/ui/button.tsx';

interface SameSiteQuestionProps {
  found: Extract<IpcOutput<'server.check'>, { ok: true }>;
  /** Called with the database that holds the site's documents; null for a new one. */
  onAnswer: (workspace: string | null) => void;
}

/**
 * Asks whether a site at a new address is the known one. Its id is public and proves nothing: a server at the wrong
 * address would get, and could delete, everything stored on this computer.
 */
export function SameSiteQuestion({ found, onAnswer }: SameSiteQuestionProps) {
  const section = useRef<HTMLElement>(null);
  // The pressed button is gone: the focus moves here, and a screen reader reads the question.
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="same-site"
      className="rounded-md border border-danger/50 bg-sunken p-4 text-sm"
    >
      <h3 id="same-site" className="font-semibold">
        Is this the site you know?
      </h3>
      <p className="mt-1 wrap-anywhere">
        The server at <strong>{found.origin}</strong> says that it is a site this computer has documents of. Say yes
        only if the site has moved there, or is reached there too: it then gets what you wrote here, and may change and
        delete it.
      </p>
      <div className="mt-3 grid gap-2">
        {found.known.map((known) => (
          <Button
            key={known.name}
            variant="danger"
            className="py-2 whitespace-normal!"
            onClick={() => onAnswer(known.name)}
          >
            <span className="wrap-anywhere">The same as {describe(known)}</span>
          </Button>
        ))}
        <Button onClick={() => onAnswer(null)}>Another site, with documents of its own</Button>
      </div>
    </section>
  );
}

/** Returns words such as "Salt at https://a.example and https://b.example". */
function describe({ siteName, siteId, origins }: KnownWorkspace): string {
  const name = siteName ?? `site ${siteId}`;
  return origins.length === 0 ? `${name}, whose address was forgotten` : `${name} at ${origins.join(' and ')}`;
}
