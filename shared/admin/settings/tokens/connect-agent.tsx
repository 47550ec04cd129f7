import { MCP_PATH } from '#shared/kernel/mcp-path.ts';
import { usePorts } from '../../ports-context.tsx';
import { CopyButton } from '../../suggest/card/copy-button.tsx';

/** Explains how to connect an agent's program to this site: the settings for it, over HTTP and over standard input. */
export function ConnectAgent() {
  const { site } = usePorts();
  const overHttp = {
    mcpServers: { ninefold: { type: 'http', url: site.url(MCP_PATH), headers: { Authorization: 'Bearer nf_…' } } },
  };
  const overStdio = {
    mcpServers: {
      ninefold: {
        command: 'npm',
        args: ['--prefix', '/path/to/ninefold', 'run', '--silent', 'mcp'],
        env: { NINEFOLD_URL: site.url('').replace(/\/$/, ''), NINEFOLD_TOKEN: 'nf_…' },
      },
    },
  };
  return (
    <details className="mt-3 border-t border-line pt-3 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm font-semibold">Connect an AI agent</summary>
      <p className="mt-2 text-muted">
        An agent that speaks the Model Context Protocol (MCP) searches and reads this site, and proposes drafts and
        changes, which you publish or not. Make a token for it, and put this into its settings, with the token in the
        place of nf_…
      </p>
      <Snippet title="By address" value={overHttp} />
      <p className="mt-3 text-muted">
        One that can start programs on its computer alone takes this, with Ninefold there:
      </p>
      <Snippet title="By command" value={overStdio} />
    </details>
  );
}

function Snippet({ title, value }: { title: string; value: object }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <figure className="mt-2">
      <figcaption className="flex items-center justify-between gap-3 pb-1 font-semibold">
        {title}
        <CopyButton text={text} />
      </figcaption>
      <pre className="rounded-sm bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </figure>
  );
}
