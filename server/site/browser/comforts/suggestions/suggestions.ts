import { postPath } from '../../../routes.ts';
import { writerOrigin } from '../../enhancer/writer-origin.ts';
import { pageCaller } from '../../page-caller.ts';
import { readersCalls } from '../../readers-calls.ts';
import { nextOption } from './next-option.ts';
import './suggestions.css';

/** Milliseconds that typing must pause before titles are asked for. */
const PAUSE = 150;
/** The shortest query that is asked for: fewer characters say too little. */
const MIN_QUERY = 2;
const MAX_TITLES = 6;
const LIST_ID = 'search-suggestions';

interface Suggestion {
  slug: string;
  title: string;
}

const known = new Map<string, Suggestion[]>();
const list = makeList();

let field: HTMLInputElement | undefined;
let shown: Suggestion[] = [];
/** The number of the option that the keyboard has reached; -1 while it is in the field. */
let active = -1;
let wait: ReturnType<typeof setTimeout> | undefined;
/** Rises whenever something is typed or closed, so that an answer to an earlier query is not shown. */
let turn = 0;

/** Shows titles under the focused search field, for the text typed into it, until the reader leaves the field. */
export function use(input: HTMLElement): void {
  if (field === input) return;
  leave();
  field = input as HTMLInputElement;
  field.role = 'combobox';
  field.ariaAutoComplete = 'list';
  field.ariaExpanded = 'false';
  field.setAttribute('aria-controls', LIST_ID);
  // The list stands in the form, and so in its landmark. React leaves an unknown element at the end of a form alone.
  field.form?.append(list);
  field.addEventListener('input', typed);
  field.addEventListener('keydown', pressed);
  field.addEventListener('blur', leave);
  field.form?.addEventListener('submit', close);
  addEventListener('scroll', place, { passive: true });
  addEventListener('resize', place);
  // The reader may have typed while this module was loading.
  if (field.value !== field.defaultValue) typed();
}

function leave(): void {
  close();
  for (const [name, listener] of [
    ['input', typed],
    ['keydown', pressed],
    ['blur', leave],
  ] as const) {
    field?.removeEventListener(name, listener as EventListener);
  }
  field?.form?.removeEventListener('submit', close);
  removeEventListener('scroll', place);
  removeEventListener('resize', place);
  field = undefined;
}

function typed(): void {
  clearTimeout(wait);
  turn += 1;
  const asked = turn;
  const query = field?.value.trim() ?? '';
  if (query.length < MIN_QUERY) {
    close();
    return;
  }
  wait = setTimeout(
    async () => {
      const found = await titlesFor(query);
      if (turn === asked) show(found);
    },
    known.has(query) ? 0 : PAUSE,
  );
}

/** Returns the titles of the best hits; none when they cannot be fetched: only the search itself reports a failure. */
async function titlesFor(query: string): Promise<Suggestion[]> {
  const before = known.get(query);
  if (before) return before;
  try {
    const { items } = await search(query);
    const found = items.slice(0, MAX_TITLES).map(({ slug, title }) => ({ slug, title }));
    known.set(query, found);
    return found;
  } catch {
    return [];
  }
}

async function search(q: string): Promise<{ items: Suggestion[] }> {
  if (writerOrigin() === '') return pageCaller.list(readersCalls.searchPosts, { query: { q, limit: MAX_TITLES } });
  const { searchPublished } = await import('../../published/search-published.ts');
  return searchPublished(q, { limit: MAX_TITLES });
}

function show(found: Suggestion[]): void {
  if (!field || found.length === 0) {
    close();
    return;
  }
  shown = found;
  list.replaceChildren(...found.map(({ title }, index) => optionOf(title, index)));
  mark(-1);
  field.ariaExpanded = 'true';
  if (!list.matches(':popover-open')) list.showPopover();
  place();
}

function close(): void {
  clearTimeout(wait);
  turn += 1;
  shown = [];
  mark(-1);
  if (field) field.ariaExpanded = 'false';
  if (list.matches(':popover-open')) list.hidePopover();
}

function pressed(event: KeyboardEvent): void {
  if (event.isComposing) return;
  const chosen = shown[active];
  const to = nextOption(event.key, active, shown.length);
  if (event.key === 'Enter' && chosen) open(chosen);
  else if (event.key === 'Escape' && shown.length > 0) close();
  else if (event.key === 'ArrowDown' && shown.length === 0) typed();
  else if (to === active) return;
  else mark(to);
  event.preventDefault();
  // Otherwise Escape would also close the menu that holds the field, and Enter would send the form.
  event.stopPropagation();
}

function open({ slug }: Suggestion): void {
  close();
  location.assign(postPath(slug));
}

function mark(index: number): void {
  active = index;
  for (const [number, option] of [...list.children].entries()) option.ariaSelected = String(number === index);
  const option = list.children[index];
  option?.scrollIntoView({ block: 'nearest' });
  if (option) field?.setAttribute('aria-activedescendant', option.id);
  else field?.removeAttribute('aria-activedescendant');
}

/**
 * Places the list under the field, aligned with its first letter where there is room, as wide as the field, and wide
 * enough for a title.
 */
function place(): void {
  if (!field || shown.length === 0) return;
  const { left, bottom, width } = field.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const own = Math.min(Math.max(width, 352), room - 16);
  Object.assign(list.style, {
    width: `${own}px`,
    left: `${Math.min(left, room - own - 8)}px`,
    top: `${bottom + 6}px`,
  });
}

function optionOf(title: string, index: number): HTMLElement {
  const option = document.createElement('li');
  option.role = 'option';
  option.id = `${LIST_ID}-${index}`;
  option.dir = 'auto';
  option.textContent = title;
  return option;
}

function makeList(): HTMLElement {
  const made = document.createElement('ul');
  made.id = LIST_ID;
  made.className = 'suggestions';
  made.role = 'listbox';
  made.ariaLabel = 'Posts';
  made.popover = 'manual';
  // The field keeps the focus while an option is pressed.
  made.addEventListener('mousedown', (event) => event.preventDefault());
  made.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('li') : null;
    const chosen = option && shown[[...made.children].indexOf(option)];
    if (chosen) open(chosen);
  });
  return made;
}
