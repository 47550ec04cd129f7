let region: HTMLElement | undefined;

/** Tells screen readers something that is shown elsewhere on the page, after they have finished their current words. */
export function say(words: string): void {
  if (!region) {
    region = document.createElement('p');
    region.className = 'sr-only';
    region.role = 'status';
    document.body.append(region);
  }
  const said = region;
  said.textContent = '';
  // A live region is read out only when it changes after it was put into the page.
  setTimeout(() => {
    said.textContent = words;
  }, 100);
}
