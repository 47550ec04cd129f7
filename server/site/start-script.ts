/** Name of the `<meta>` whose content lists the page's modules, the one to start first. */
export const MODULES_NAME = 'ninefold-modules';

/**
 * The inline script that fetches the page's modules once everything that is seen has loaded and is painted: on a slow line they would
 * take the picture's and the text's room. A picture that never comes holds them up two seconds at the most. It is
 * constant: the server allows it by its hash.
 */
export const START_SCRIPT = `(function(){var begun;function begin(){if(begun)return;begun=1;var h=document.head,m=document.querySelector('meta[name=${MODULES_NAME}]').content.split(' ');m.slice(1).forEach(function(u){var l=document.createElement('link');l.rel='modulepreload';l.fetchPriority='low';l.href=u;h.append(l)});var s=document.createElement('script');s.type='module';s.fetchPriority='low';s.src=m[0];h.append(s)}addEventListener('load',function(){requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(begin)})})});addEventListener('DOMContentLoaded',function(){setTimeout(begin,2000)})})()`;
