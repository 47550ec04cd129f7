import { type LooseValue, readLooseJson } from '#shared/workflow/drafts/loose-json.ts';

/** The first list of entries in an answer, which may be empty; a list inside an object counts too. Null for none. */
export function entriesIn(output: string): readonly LooseValue[] | null {
  let isNothing = false;
  for (let from = 0, tries = 0; tries < 5; tries += 1) {
    const start = output.slice(from).search(/[[{]/);
    if (start < 0) break;
    const read = strictJson(output, from + start) ?? readLooseJson(output, from + start)?.value ?? null;
    const list = Array.isArray(read) ? read : listOf(read);
    // A list of words in brackets is not a list of entries.
    if (list?.some((entry) => typeof entry === 'object')) return list;
    isNothing ||= list?.length === 0;
    from += start + 1;
  }
  return isNothing ? [] : null;
}

/** The value from `start` to the last closing bracket of the same kind; null when that text is not JSON. */
function strictJson(output: string, start: number): LooseValue {
  const end = output.lastIndexOf(output[start] === '[' ? ']' : '}') + 1;
  try {
    return JSON.parse(output.slice(start, end)) as LooseValue;
  } catch {
    // Not valid JSON: the tolerant reader is used instead.
    return null;
  }
}

function listOf(value: LooseValue): readonly LooseValue[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('quote' in value) return [value];
  return Object.values(value).find((each) => Array.isArray(each)) ?? null;
}
