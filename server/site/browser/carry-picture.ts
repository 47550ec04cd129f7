/** The name by which a browser recognises the same picture on two screens (CSS View Transitions). */
const NAME = 'picture';

/** The picture of a post on its way from one screen to the next. */
export interface CarriedPicture {
  /** Must be called when the next screen is drawn: names its picture, and fills its place until the file has loaded. */
  arrive(): void;
  /** Must be called when the transition is over. */
  end(): void;
}

/**
 * Lets the picture of a post move from its card in a list to its place on the post's own page, and back. Must be called
 * while the screen at the path `from` is still shown and the one at `to` is about to be. Returns undefined when no
 * picture of the post is in sight.
 */
export function carryPicture(from: string, to: string): CarriedPicture | undefined {
  const post = [to, from].find((path) => path.startsWith('/post/'));
  const left = post && findPicture(post, from);
  if (!left) return;
  left.style.viewTransitionName = NAME;
  let here: HTMLImageElement | undefined;
  return {
    arrive() {
      left.style.viewTransitionName = '';
      here = findPicture(post, to);
      if (!here) return;
      here.style.viewTransitionName = NAME;
      if (!here.complete) standIn(here, left.currentSrc);
    },
    end() {
      if (here) here.style.viewTransitionName = '';
    },
  };
}

/**
 * Finds the picture of the post at the path `post` on the screen at the path `shown`: the one of its own page or of its
 * card, if it is in sight.
 */
function findPicture(post: string, shown: string): HTMLImageElement | undefined {
  const place = post === shown ? '.post-picture-frame' : `.card:has(.card-link[href="${CSS.escape(post)}"])`;
  return [...document.querySelectorAll<HTMLImageElement>(`${place} img`)].find((picture) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
}

/** Shows a file of the same picture that has loaded already, until the file for this place has loaded. */
function standIn(picture: HTMLImageElement, file: string): void {
  picture.style.background = `center / 100% 100% url("${file}")`;
  const clear = () => picture.style.removeProperty('background');
  picture.addEventListener('load', clear, { once: true });
  picture.addEventListener('error', clear, { once: true });
}
