/** The name of the page's `<meta>` whose content is the files that are loaded after the first paint. */
export const LATER = 'later';

/**
 * The inline script that loads, once the page is painted, what nothing on the screen waits for: the enhancer, and the styles
 * for paper. Sooner they would take the room of the style sheet, the faces and the picture. It is constant: the server
 * allows it by its hash.
 */
export const LOAD_SCRIPT = `(function(f){f(function(){f(function(){var d=document,l;d.querySelector('[name=${LATER}]').content.split(' ').forEach(function(h){if(/\\.css/.test(h)){l=d.createElement('link');l.rel='stylesheet';l.media='print';l.href=h;d.head.append(l)}else import(h).catch(Object)})})})})(requestAnimationFrame)`;
