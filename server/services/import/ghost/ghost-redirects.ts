import { readYamlRecord, type YamlValue } from '#shared/content/front-matter/yaml-record.ts';
import type { LeftOut, SourceRedirect } from '../import-source.ts';
import { ghostRedirect } from './ghost-schema.ts';

/**
 * The redirects of Ghost's `redirects.json` (a list) or `redirects.yaml` (301 and 302, each with its addresses). A pattern
 * that stands for many addresses has no place here.
 * @throws ImportFault when the file cannot be read
 */
export function ghostRedirects(file: string, text: string): (SourceRedirect | LeftOut)[] {
  if (/\.json$/i.test(file)) {
    const rows: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return Array.isArray(rows) ? rows.map((row, index) => redirectOf(`${file}:${index + 1}`, row)) : [];
  }
  const { values, lineOf } = readYamlRecord(text);
  return [...values].flatMap(([status, record]) =>
    Object.entries(recordOf(record)).map(([from, to]) =>
      redirectOf(`${file}:${lineOf([status, from])}`, { from, to, permanent: status === '301' }),
    ),
  );
}

/** Reads one entry of a list of redirects. */
export function redirectOf(file: string, row: unknown): SourceRedirect | LeftOut {
  const read = ghostRedirect.safeParse(row);
  const leftOut = (why: string): LeftOut => ({ kind: 'left-out', file, what: 'redirect', why });
  if (!read.success) return leftOut('Does not say from where and to where it leads');
  const { from, to, permanent } = read.data;
  const plain = from.replace(/^\^/, '').replace(/\$$/, '').replace(/\\\//g, '/').replace(/\/\?$/, '/');
  if (/[\\^$*+?()[\]{}|]/.test(plain.replace(/\?[\w=&%-]+$/, '')) || /\$\d/.test(to)) {
    return leftOut(`“${from.slice(0, 200)}” is a pattern for many addresses, which a redirect here cannot be`);
  }
  return {
    kind: 'redirect',
    file,
    from: plain.startsWith('/') ? plain : `/${plain}`,
    to: to.replace('__GHOST_URL__', '') || '/',
    isPermanent: permanent,
  };
}

function recordOf(value: YamlValue): Record<string, YamlValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
