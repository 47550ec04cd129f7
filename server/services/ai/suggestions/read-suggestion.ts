import type { SuggestedEdit, Suggestion, SuggestionBody } from '#shared/contract/suggestions.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import type { LooseValue } from '#shared/workflow/drafts/loose-json.ts';
import { type Answer, answerFault } from '#shared/workflow/faults.ts';
import { entriesIn } from '../answered-entries.ts';
import { INSTRUCTIONS } from './instructions.ts';
import type { Gathered } from './suggestion-prompt.ts';

/** The number of entries of an answer that are read. */
const MOST_CHOICES = 10;
const MOST_EDITS = 200;
/** The largest number of characters in the quote and in the reason of an edit. */
const LONGEST_QUOTE = 2000;
const LONGEST_REPLACEMENT = 4000;
const LONGEST_WHY = 200;

const FAULTS: Record<string, [code: 'ai_provider_failed' | 'ai_refused', message: string]> = {
  output_cut: [
    'ai_provider_failed',
    'The answer was cut off at its length limit, so that nothing is put in. Ask about a shorter part of the text.',
  ],
  output_tool: [
    'ai_provider_failed',
    'The model wants to use a tool, and has none here, so that its answer is not whole and nothing is put in. Try again, or choose another model in Settings, AI.',
  ],
  output_stopped: [
    'ai_provider_failed',
    'The model stopped before its answer was whole, so that nothing is put in. Try again.',
  ],
  output_empty: ['ai_provider_failed', 'The model answered with nothing. Your text stays as it was; try again.'],
  output_refused: ['ai_refused', 'The model refused this. Your text stays as it was.'],
  output_page: [
    'ai_provider_failed',
    'The AI provider answered with a web page in the place of words. Nothing is put in; try again.',
  ],
  output_picture: [
    'ai_provider_failed',
    'The AI provider answered with a picture where words were asked for. Nothing is put in; try again.',
  ],
};
const failed = (message: string) => new AppError('ai_provider_failed', { message });
const unreadable = () =>
  failed('The answer was not in the form that was asked for, so that nothing is put in. Try again.');

/**
 * Reads an answer as far as it can be applied. Throws AppError `ai_provider_failed`, `ai_refused` for an answer that
 * cannot be applied.
 */
export function readSuggestion(
  answer: Answer,
  body: SuggestionBody,
  gathered: Pick<Gathered, 'tags' | 'targets'>,
): Suggestion {
  const fault = answerFault(answer, body.text);
  const known = fault && FAULTS[fault.code];
  if (known) throw new AppError(known[0], { message: known[1] });
  const output = answer.output.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n');
  switch (INSTRUCTIONS[body.kind].form) {
    case 'text':
      return { shape: 'text', text: wholeText(output, body) };
    case 'lines':
      return { shape: 'choices', choices: choicesIn(output, body, gathered) };
    case 'numbered':
      return { shape: 'edits', edits: altEdits(output, body) };
    case 'edits':
      return { shape: 'edits', edits: editsIn(output, body, gathered) };
  }
}

/** The answer's text without a fence around all of it, with the same line breaks at its ends as the original text. */
function wholeText(output: string, { text, kind }: SuggestionBody): string {
  const fenced = /^\s*(`{3,})(?:markdown|md)?[ \t]*\n([\s\S]*?)\n?\1\s*$/i.exec(output);
  // The original text is itself a code block.
  const isCode = /^\s*`{3}/.test(text);
  const words = (fenced && !isCode ? (fenced[2] ?? '') : output).trim();
  if (words === '') throw failed(FAULTS.output_empty?.[1] ?? '');
  if (kind === 'continue') return words;
  const [start = ''] = /^\s*/.exec(text) ?? [];
  return text.trim() === '' ? words : `${start}${words}${text.slice(text.trimEnd().length)}`;
}

const LONGEST: Partial<Record<SuggestionBody['kind'], number>> = {
  headlines: postFieldTable.title.max,
  excerpt: postFieldTable.excerpt.max,
  'meta-title': postFieldTable.metaTitle.max,
  'meta-description': postFieldTable.metaDescription.max,
};

function choicesIn(output: string, { kind }: SuggestionBody, { tags }: Pick<Gathered, 'tags'>): string[] {
  const found = linesIn(kind === 'tags' ? output.replaceAll(',', '\n') : output);
  if (kind === 'tags') {
    const names = new Map(tags.map((name) => [name.toLowerCase(), name]));
    // A tag that the model made up is discarded.
    return unique(found.flatMap((line) => names.get(line.replace(/^#/, '').toLowerCase()) ?? []));
  }
  const longest = LONGEST[kind] ?? 300;
  const choices = unique(found.filter((line) => line.length <= longest)).slice(0, MOST_CHOICES);
  if (choices.length === 0) throw unreadable();
  return choices;
}

/** The lines without list markers before them and quotation marks around them. */
function linesIn(output: string): string[] {
  return output
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^(?:[-*•]|\d{1,2}[.):])\s+/, '')
        .replace(/^\*\*(.*)\*\*$/, '$1')
        .replace(/^["“„'](.*)["”“']$/, '$1')
        .trim(),
    )
    .filter((line) => line !== '' && !line.startsWith('```') && !/^(?:here (?:are|is)|sure)\b.*:$/i.test(line));
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** An edit for each picture that replaces its alternative text. */
function altEdits(output: string, { pictures, text }: SuggestionBody): SuggestedEdit[] {
  const lines = output.split('\n').flatMap((line) => {
    const match = /^\s*(?:[-*]\s+)?(?:picture\s+)?(\d{1,2})\s*[:.)-]\s*(.+)$/i.exec(line);
    return match ? [{ number: Number(match[1]), words: linesIn(match[2] ?? '')[0] ?? '' }] : [];
  });
  // When asked about a single picture, some models leave its number out.
  const only = pictures.length === 1 && lines.length === 0 ? linesIn(output)[0] : undefined;
  const found = only === undefined ? lines : [{ number: 1, words: only }];
  const edits = found.flatMap(({ number, words }) => {
    const address = pictures[number - 1];
    const alt = words.replace(/[[\]\\]/g, '').slice(0, 300);
    if (address === undefined || alt === '') return [];
    const quote = pictureMarkup(text, address);
    // A picture that is not in the text belongs to a field.
    return [{ quote: quote ?? address, replacement: quote === null ? alt : withAlt(quote, alt), why: '' }];
  });
  if (edits.length === 0) throw unreadable();
  return edits.filter(({ quote, replacement }) => quote !== replacement);
}

/** The Markdown of a picture in a text: "![old](/uploads/a.webp"; null when the text does not contain it. */
function pictureMarkup(text: string, address: string): string | null {
  const at = text.indexOf(`](${address}`);
  const start = at < 0 ? -1 : text.lastIndexOf('![', at);
  if (start < 0 || text.slice(start, at).includes('\n')) return null;
  return text.slice(start, at + 2 + address.length);
}

const withAlt = (markup: string, alt: string) => `![${alt}${markup.slice(markup.lastIndexOf(']('))}`;

function editsIn(
  output: string,
  { kind, text }: SuggestionBody,
  { targets }: Pick<Gathered, 'targets'>,
): SuggestedEdit[] {
  const list = entriesIn(output);
  if (list === null) throw unreadable();
  const slugs = new Set(targets.map(({ slug }) => slug));
  const edits = list.slice(0, MOST_EDITS).flatMap((entry): SuggestedEdit[] => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const quote = wordsOf(entry.quote, LONGEST_QUOTE);
    if (quote.trim() === '' || !text.includes(quote)) return [];
    const why = wordsOf(entry.why, LONGEST_WHY).replace(/\s+/g, ' ').trim();
    if (kind !== 'links') {
      if (typeof entry.replacement !== 'string') return [];
      return [{ quote, replacement: wordsOf(entry.replacement, LONGEST_REPLACEMENT), why }];
    }
    const slug = wordsOf(entry.slug, 300).replace(/^.*\//, '');
    if (!slugs.has(slug) || /[[\]\n]/.test(quote) || isInLink(text, text.indexOf(quote))) return [];
    return [{ quote, replacement: `[${quote}](/post/${encodeURIComponent(slug)})`, why }];
  });
  if (edits.length === 0 && list.length > 0) throw unreadable();
  return edits.filter(({ quote, replacement }) => quote !== replacement);
}

/** Whether a position of a text is in the words or the address of a link, in code, or in a heading. */
function isInLink(text: string, at: number): boolean {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(begin, at);
  const isOpen = line.lastIndexOf('[') > line.lastIndexOf(']') || /\]\([^)]*$/.test(line);
  return isOpen || (line.match(/`/g)?.length ?? 0) % 2 === 1 || text[begin] === '#';
}

function wordsOf(value: LooseValue | undefined, longest: number): string {
  return typeof value === 'string' && value.length <= longest ? value.toWellFormed() : '';
}
