/** Name of the `<meta>` whose content lists the page's modules, the one to start first. */
export const MODULES_NAME = 'ninefold-modules';
/** The event on `window` that says that React answers from now on. */
export const AWAKE = 'awake';

/**
 * The inline script that fetches the page's modules once everything that is seen has loaded and is painted: on a slow
 * line they would take the picture's and the text's room. A picture that never comes holds them up two seconds at the
 * most, and a reader who presses a button that needs them not at all: the last one pressed before they run is pressed
 * again when they do. It is constant: the server allows it by its hash.
 */
export const START_SCRIPT = `(function(){var d=document,begun,pressed;function begin(){if(begun)return;begun=1;var h=d.head,m=d.querySelector('meta[name=${MODULES_NAME}]').content.split(' ');m.slice(1).forEach(function(u){var l=d.createElement('link');l.rel='modulepreload';l.fetchPriority='low';l.href=u;h.append(l)});var s=d.createElement('script');s.type='module';s.fetchPriority='low';s.src=m[0];h.append(s)}function press(e){var b=e.target.closest('button[type=button]');if(b){pressed=b;if(d.readyState!='loading')begin()}}d.addEventListener('click',press,true);addEventListener('${AWAKE}',function(){d.removeEventListener('click',press,true);if(pressed)pressed.click()},{once:true});addEventListener('load',function(){requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(begin)})})});addEventListener('DOMContentLoaded',function(){setTimeout(begin,2000)})})()`;
