/** The name under which a browser takes the same picture of two screens for one (CSS View Transitions). */
const NAME = 'picture';

/** The picture of a post on its way from one screen to the next. */
export interface CarriedPicture {
  /** To be called when the next screen is drawn: names its picture, and shows there what has come of it already. */
  arrive(): void;
  /** To be called when the way is over. */
  end(): void;
}

/**
 * Has the picture of a post go from its card in a list to its place on the post's own page, and back: called while the
 * screen at the path `from` is shown and that at `to` is about to be. Undefined where none is in sight.
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

/** The picture of the post at `post` on the screen at `shown`, that of its own page or of its card, if it is in sight. */
function findPicture(post: string, shown: string): HTMLImageElement | undefined {
  const place = post === shown ? '.post-picture-frame' : `.card:has(.card-link[href="${CSS.escape(post)}"])`;
  return [...document.querySelectorAll<HTMLImageElement>(`${place} img`)].find((picture) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
}

/** Shows the file of the same picture that is there already until the one for this place has come. */
function standIn(picture: HTMLImageElement, file: string): void {
  picture.style.background = `center / 100% 100% url("${file}")`;
  const clear = () => picture.style.removeProperty('background');
  picture.addEventListener('load', clear, { once: true });
  picture.addEventListener('error', clear, { once: true });
}
