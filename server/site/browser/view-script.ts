/** Under which it is kept whether lists of posts are shown as a grid or as a list. */
export const VIEW_KEY = 'view';

/**
 * The inline script that says on the root, before the first paint, how the reader has chosen to see lists
 * (`data-view`); styles do the rest. It is constant: the server allows it by its hash.
 */
export const VIEW_SCRIPT = `try{(function(v){if(v=='grid'||v=='list')document.documentElement.dataset.view=v})(localStorage.getItem('${VIEW_KEY}'))}catch(e){}`;
