/** The key under which the reader's choice is stored: lists of posts as a grid or as a list. */
export const VIEW_KEY = 'view';

/**
 * The inline script that sets the reader's choice for lists on the root (`data-view`) before the first paint; styles do
 * the rest. It is constant: the server allows it by its hash.
 */
export const VIEW_SCRIPT = `try{(function(v){if(v=='grid'||v=='list')document.documentElement.dataset.view=v})(localStorage.getItem('${VIEW_KEY}'))}catch(e){}`;
