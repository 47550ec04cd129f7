let region: HTMLElement | undefined;

/** Tells screen readers something that is seen elsewhere, when they have said what they are saying. */
export function say(words: string): void {
  if (!region) {
    region = document.createElement('p');
    region.className = 'sr-only';
    region.role = 'status';
    document.body.append(region);
  }
  const said = region;
  said.textContent = '';
  // A region is read out when it changes after it has come into the page.
  setTimeout(() => {
    said.textContent = words;
  }, 100);
}
