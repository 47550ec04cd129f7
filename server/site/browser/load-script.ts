/** The name of the page's `<meta>` whose content is the modules that are loaded after the first paint. */
export const LATER = 'later';

/**
 * The inline script that loads, once the page has been painted, what nothing on the screen waits for: the enhancer. Sooner
 * it would take the room of the style sheet, the faces and the picture. Browsers that tell nobody
 * of paints, and tabs nobody looks at, go by the load of the page. It is constant: the server allows it by its hash.
 */
export const LOAD_SCRIPT = `(function(g){addEventListener('load',function(){setTimeout(g,500)});new PerformanceObserver(g).observe({type:'paint',buffered:true})})(function(){var m=document.querySelector('[name=${LATER}]');if(m){m.name='';m.content.split(' ').forEach(function(h){import(h).catch(Object)})}})`;
