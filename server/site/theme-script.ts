/**
 * The one inline script: it runs before the first paint, so that the chosen theme never flashes, and says that scripts
 * run (`js`). It is constant: the server allows it by its hash. Spec §4: key `theme`, default light, a class on the root.
 */
export const THEME_SCRIPT =
  "(function(){var r=document.documentElement,t='light';try{if(localStorage.getItem('theme')==='dark')t='dark'}catch(e){}r.classList.add('js',t)})()";
