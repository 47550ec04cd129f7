import { videoPlayers } from './embed-providers.ts';

/**
 * Turns a click on a video card into the player it stands for. Until then nothing is asked of the video's host; the
 * card itself is a link to the video, which is what it stays without JavaScript and for clicks that open a new tab.
 * Returns a function that stops it.
 */
export function playVideosOnClick(body: HTMLElement): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('.video-card a') : null;
    const card = link?.closest<HTMLElement>('.video-card');
    const player = card && findPlayer(card);
    if (!player) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = player;
    frame.title = link?.textContent?.trim() || 'Video';
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    frame.allowFullscreen = true;
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    card.replaceChildren(frame);
    card.classList.add('is-playing');
    frame.focus();
  };
  body.addEventListener('click', onClick);
  return () => body.removeEventListener('click', onClick);
}

function findPlayer(card: HTMLElement): string | null {
  const { provider = '', id = '' } = card.dataset;
  if (provider !== 'youtube' && provider !== 'vimeo') return null;
  const { id: pattern, player } = videoPlayers[provider];
  return pattern.test(id) ? player(id) : null;
}
