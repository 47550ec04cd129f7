import { type FormEvent, useState } from 'react';
import type { IpcOutput } from '#shared/contract/ipc.ts';

type Answer = IpcOutput<'server.check'> | { state: 'asking' } | null;

/** The first thing a new app asks: which server it belongs to (design §10). */
export function ConnectScreen() {
  const [url, setUrl] = useState('http://localhost:3000');
  const [answer, setAnswer] = useState<Answer>(null);
  const isAsking = answer !== null && 'state' in answer;

  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setAnswer({ state: 'asking' });
    setAnswer(await window.ninefold['server.check']({ url }));
  };

  return (
    <form className="connect" onSubmit={connect}>
      <h1>Ninefold</h1>
      <label htmlFor="server">Address of your server</label>
      <input id="server" type="url" required value={url} onChange={(event) => setUrl(event.target.value)} />
      <button type="submit" disabled={isAsking}>
        {isAsking ? 'Connecting...' : 'Connect'}
      </button>
      <p role="status">{answer && 'ok' in answer ? describe(answer) : ''}</p>
    </form>
  );
}

function describe(answer: IpcOutput<'server.check'>): string {
  return answer.ok ? `Found ${answer.meta.siteName}, Ninefold ${answer.meta.version}.` : answer.message;
}
