/** The name of the page's `<meta>` that lists the modules to load after the first paint. */
export const LATER = 'later';

/**
 * The inline script that loads the enhancer once the page has been painted: nothing on the screen waits for it. Loaded
 * sooner, it would compete with the style sheet, the fonts and the picture. In browsers that report no paints, and in
 * hidden tabs, it loads after the page's load event. It is constant: the server allows it by its hash.
 */
export const LOAD_SCRIPT = `(function(g){addEventListener('load',function(){setTimeout(g,500)});new PerformanceObserver(g).observe({type:'paint',buffered:true})})(function(){var m=document.querySelector('[name=${LATER}]');if(m){m.name='';m.content.split(' ').forEach(function(h){import(h).catch(Object)})}})`;
