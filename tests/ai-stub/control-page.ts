import type { LoggedRequest } from './logged-requests.ts';
import { FAULTS } from './stub-faults.ts';

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

export interface Settings {
  seed: number | null;
  delay: number;
  planned: string;
}

/** Returns the page on which faults are requested and the last requests are listed. */
export function controlPage(settings: Settings, entries: readonly LoggedRequest[]): string {
  const options = Object.entries(FAULTS).map(
    ([name, what]) => `<option value="${name}">${name}: ${escaped(what)}</option>`,
  );
  const rows = [...entries]
    .reverse()
    .slice(0, 100)
    .map(
      (entry) =>
        `<tr><td>${entry.id}<td>${new Date(entry.at).toISOString().slice(11, 19)}<td>${escaped(entry.path)}<td>${escaped(entry.model)}<td>${entry.step ?? ''}<td>${entry.fault ?? ''}<td>${entry.status || '…'}<td>${entry.end}`,
    );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in AI provider</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8884;padding:.25rem .5rem;text-align:left}form{display:flex;gap:.75rem;flex-wrap:wrap;align-items:end;margin:1rem 0}label{display:grid}</style>
<h1>Stand-in AI provider</h1>
<p>Set <code>OPENAI_BASE_URL</code> to <code>/v1</code> at this address. Faults can also be asked for one request at a time: by the header <code>x-stub-fault</code> or by a model called <code>stub-</code> and its name.</p>
<form method="post" action="/control">
<label>Fault<select name="fault"><option value="">none</option>${options.join('')}</select></label>
<label>For the next requests<input name="times" type="number" min="0" value="1"></label>
<label>Retry-After, seconds<input name="retryAfter" type="number" min="0" value="1"></label>
<label>Seed (blank: from the prompt)<input name="seed" type="number" value="${settings.seed ?? ''}"></label>
<label>Milliseconds between words<input name="delay" type="number" min="0" value="${settings.delay}"></label>
<button>Set</button></form>
<p>Planned: ${escaped(settings.planned)}</p>
<table><tr><th>#<th>Time<th>Path<th>Model<th>Step<th>Fault<th>Status<th>End</tr>${rows.join('')}</table></html>`;
}
