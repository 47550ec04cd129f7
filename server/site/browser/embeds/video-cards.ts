/** The players that a video card may load when it is clicked. Ids are checked, because they come from a post's text. */
const videoPlayers = {
  youtube: {
    id: /^[\w-]{1,24}$/,
    player: (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
  },
  vimeo: {
    id: /^\d{1,24}$/,
    player: (id: string) => `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`,
  },
} as const;

/**
 * Replaces the video card whose link was clicked by the player. Before the click nothing is requested from the video's
 * host. The card is a link to the video, and stays one without JavaScript and for clicks that open a new tab.
 */
export function use(link: HTMLElement): void {
  const card = link.closest<HTMLElement>('.video-card');
  const player = card && findPlayer(card);
  if (!player) {
    location.assign(link.getAttribute('href') ?? '');
    return;
  }
  const frame = document.createElement('iframe');
  frame.src = player;
  frame.title = link.textContent?.trim() || 'Video';
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  card.replaceChildren(frame);
  card.classList.add('is-playing');
  frame.focus();
}

function findPlayer(card: HTMLElement): string | null {
  const { provider = '', id = '' } = card.dataset;
  if (provider !== 'youtube' && provider !== 'vimeo') return null;
  const { id: pattern, player } = videoPlayers[provider];
  return pattern.test(id) ? player(id) : null;
}
